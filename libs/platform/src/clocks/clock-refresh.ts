import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { OrganizationClocks } from './organization-clocks.ts';
import { requestIn, takeTime } from '#platform/http/composition';

/** Health checks do without the database. */
const HEALTH = '/health/';

/** In a service that is a sandbox, every request goes by the time of its organization. */
@Injectable()
export class ClockRefresh implements NestInterceptor {
  constructor(private readonly clocks: OrganizationClocks) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestIn(context);
    if (!request.url.startsWith(HEALTH)) await takeTime(request, this.clocks);
    return next.handle();
  }
}
