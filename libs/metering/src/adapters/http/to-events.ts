import { ValidationFailed, type FieldError } from '#kernel';
import { replaceInSlices } from '#support/slices';
import type { SellerPrincipal } from '#platform/auth';
import type { UsageEventInput } from '../../commands/ingest-events.ts';
import type { IngestedEventBody } from './events.dto.ts';

/** Assigns each event to its organization, or reports why it has none. Replaces the bodies in their array. */
export function toEvents(bodies: IngestedEventBody[], caller: SellerPrincipal): Promise<(UsageEventInput | FieldError)[]> {
  const organizationFor = cachedResolver(caller);
  return replaceInSlices(bodies, (event, index) => {
    const organization = organizationFor(event.organization_id);
    return typeof organization === 'string'
      ? toEvent(event, organization)
      : { ...organization, path: ['events', index, 'organizationId'] };
  });
}

/** Caches results: the events of a request, up to thousands, mostly belong to the same organization. */
function cachedResolver(caller: SellerPrincipal): (id: string | null | undefined) => string | FieldError {
  const results = new Map<string | undefined, string | FieldError>();
  return (id) => {
    const key = id ?? undefined;
    const result = results.get(key) ?? resolveOrganization(caller, key);
    results.set(key, result);
    return result;
  };
}

function resolveOrganization(caller: SellerPrincipal, id: string | undefined): string | FieldError {
  try {
    return caller.organizationFor(id, 'events');
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const [fieldError] = error.errors;
    return { ...fieldError!, type: fieldError!.type === 'value_error' ? 'organization_id' : fieldError!.type };
  }
}

const toEvent = (event: IngestedEventBody, organizationId: string): UsageEventInput => ({
  organizationId,
  name: event.name,
  timestamp: event.timestamp,
  customer: 'customer_id' in event ? { customerId: event.customer_id } : { externalId: event.external_customer_id },
  externalId: event.external_id ?? null,
  parent: event.parent_id ?? null,
  memberId: 'customer_id' in event ? (event.member_id ?? null) : null,
  externalMemberId: 'external_customer_id' in event ? (event.external_member_id ?? null) : null,
  metadata: event.metadata ?? {},
});
