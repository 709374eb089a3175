import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { currentOrganization } from '#engine/tenancy';
import { OrganizationClocks } from './organization-clocks.ts';
import { requestIn } from '#platform/http/composition';

/** Health checks do without the database. */
const HEALTH = '/health/';

interface Named {
  readonly organization_id?: unknown;
}

/** The organization that a request names, in its body, path or query. */
function organizationNamed({ body, params, query }: FastifyRequest): string | undefined {
  const named = [body, params, query].map((part) => (part as Named | null | undefined)?.organization_id);
  const id = named.find((each) => typeof each === 'string');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** In a sandbox: before a request is handled, reads the test clocks that were moved, and notes whose time it takes. */
@Injectable()
export class ClockRefresh implements NestInterceptor {
  constructor(private readonly clocks: OrganizationClocks) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestIn(context);
    if (request.url.startsWith(HEALTH)) return next.handle();
    const { requestContext } = request;
    requestContext.timeOf = organizationNamed(request);
    await this.clocks.refresh();
    requestContext.aheadMs = this.clocks.aheadMs(currentOrganization() ?? '');
    return next.handle();
  }
}
