import type { FastifyRequest } from 'fastify';
import { currentOrganization } from '#engine/tenancy';
import type { OrganizationClocks } from '#platform/clocks';

interface Named {
  readonly organization_id?: unknown;
}

/** The organization that a request names, in its body, path or query. */
function organizationNamed({ body, params, query }: FastifyRequest): string | undefined {
  const named = [body, params, query].map((part) => (part as Named | null | undefined)?.organization_id);
  const id = named.find((each) => typeof each === 'string');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** Reads the test clocks that were moved, and notes whose time a request takes. */
export async function takeTime(request: FastifyRequest, clocks: OrganizationClocks): Promise<void> {
  const { requestContext } = request;
  requestContext.timeOf = organizationNamed(request);
  await clocks.refresh();
  requestContext.aheadMs = clocks.aheadMs(currentOrganization() ?? '');
}
