import { ValidationFailed, type FieldError } from '#kernel';
import type { SellerPrincipal } from '#platform/auth';
import type { UsageEventInput } from '../../commands/ingest-events.ts';
import type { IngestedEventBody } from './events.dto.ts';

/** Assigns each event to its organization, or reports why it has none. */
export function toEvents(sent: readonly IngestedEventBody[], caller: SellerPrincipal): (UsageEventInput | FieldError)[] {
  const organizationFor = resolver(caller);
  return sent.map((event, index) => {
    const found = organizationFor(event.organization_id);
    return typeof found === 'string' ? toEvent(event, found) : { ...found, path: ['events', index, 'organizationId'] };
  });
}

/** Caches results, because thousands of events name the same organization or none. */
function resolver(caller: SellerPrincipal): (given: string | null | undefined) => string | FieldError {
  const known = new Map<string | undefined, string | FieldError>();
  return (given) => {
    const key = given ?? undefined;
    const found = known.get(key) ?? resolve(caller, key);
    known.set(key, found);
    return found;
  };
}

function resolve(caller: SellerPrincipal, given: string | undefined): string | FieldError {
  try {
    return caller.organizationFor(given, 'events');
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const [problem] = error.errors;
    return { ...problem!, type: problem!.type === 'value_error' ? 'organization_id' : problem!.type };
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
