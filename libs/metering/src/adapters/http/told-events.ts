import { Invalid, type Problem } from '#kernel';
import type { Caller } from '#platform/auth';
import type { ToldEvent } from '../../commands/ingest-events.ts';
import type { SentEvent } from './events.dto.ts';

/** The events as they are told, each in its organization, or why it has none. */
export function toldEvents(sent: readonly SentEvent[], caller: Caller): (ToldEvent | Problem)[] {
  const organizationFor = resolver(caller);
  return sent.map((event, index) => {
    const found = organizationFor(event.organization_id);
    return typeof found === 'string' ? toldEvent(event, found) : { ...found, at: ['events', index, 'organizationId'] };
  });
}

/** Thousands of events name the same organization, or none. */
function resolver(caller: Caller): (given: string | null | undefined) => string | Problem {
  const known = new Map<string | undefined, string | Problem>();
  return (given) => {
    const key = given ?? undefined;
    const found = known.get(key) ?? resolve(caller, key);
    known.set(key, found);
    return found;
  };
}

function resolve(caller: Caller, given: string | undefined): string | Problem {
  try {
    return caller.organizationFor(given, 'events');
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const [problem] = error.problems;
    return { ...problem!, type: problem!.type === 'value_error' ? 'organization_id' : problem!.type };
  }
}

const toldEvent = (event: SentEvent, organizationId: string): ToldEvent => ({
  organizationId,
  name: event.name,
  timestamp: event.timestamp,
  holder: 'customer_id' in event ? { customerId: event.customer_id } : { externalId: event.external_customer_id },
  externalId: event.external_id ?? null,
  parent: event.parent_id ?? null,
  memberId: 'customer_id' in event ? (event.member_id ?? null) : null,
  externalMemberId: 'external_customer_id' in event ? (event.external_member_id ?? null) : null,
  metadata: event.metadata ?? {},
});
