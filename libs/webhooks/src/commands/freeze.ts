import type { QueryBus } from '@nestjs/cqrs';
import { FIRST_API_VERSION } from '#support/api-versions';
import { FindOrganizations } from '#organizations/contract';
import { isExtension, tellsWhatHappened } from '../contract/webhook-kinds.ts';
import type { DueEvent, PendingEvent } from '../domain/event-log.ts';
import type { Message } from '../domain/message-format.ts';
import { isGivenUp } from '../domain/delivery-schedule.ts';
import { readResources, withoutResource } from './read-resources.ts';
import { readSubjects } from './read-subjects.ts';

/** The body of an event, as the first version of the API has it: `timestamp` is when the change was made. `attribution` is what else it has. */
export const bodyOf = (type: string, timestamp: Date, data: object, attribution: object = {}): string =>
  JSON.stringify({ type, timestamp, api_version: FIRST_API_VERSION, data, ...attribution });

/** Extensions say who did it, and those about a resource what changed, as the audit log does. */
function attributionOf({ type, payload, actor }: PendingEvent): object {
  if (!isExtension(type)) return {};
  return tellsWhatHappened(type) ? { actor } : { changes: payload.changes ?? {}, actor };
}

/**
 * Reads the messages of events, by their source ids. An event whose message cannot be read is left out and does not affect the others;
 * once it is given up, it has what the domain event has.
 */
export async function freeze(
  queries: QueryBus,
  events: readonly DueEvent[],
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, Message>> {
  try {
    return await readMessages(queries, events);
  } catch (error) {
    const [first, another] = events;
    if (another === undefined) {
      failed(error);
      return new Map(isGivenUp(first!.failures) ? [[first!.sourceId, unread(first!)]] : []);
    }
    const half = Math.ceil(events.length / 2);
    const [former, latter] = [events.slice(0, half), events.slice(half)];
    return new Map([...(await freeze(queries, former, failed)), ...(await freeze(queries, latter, failed))]);
  }
}

const unread = (event: PendingEvent): Message => ({
  body: bodyOf(event.type, event.occurredAt, withoutResource(event), attributionOf(event)),
  organizationName: '',
});

async function readMessages(queries: QueryBus, events: readonly DueEvent[]): Promise<ReadonlyMap<string, Message>> {
  const owners = [...new Set(events.map(({ organizationId }) => organizationId))];
  const [resources, organizations] = await Promise.all([
    readResources(queries, events),
    queries.execute(new FindOrganizations(owners)),
  ]);
  const messages = events.map(async (event): Promise<[string, Message]> => {
    const { sourceId, organizationId, type, occurredAt, isFiltered } = event;
    const { data, added } = resources.get(sourceId)!;
    const body = bodyOf(type, occurredAt, data, attributionOf(event));
    const message = { body, organizationName: organizations.get(organizationId)!.name, ...(added && { added }) };
    return [sourceId, isFiltered ? { ...message, subjects: await readSubjects(queries, type, { ...data }) } : message];
  });
  return new Map(await Promise.all(messages));
}
