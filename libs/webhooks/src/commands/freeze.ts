import type { QueryBus } from '@nestjs/cqrs';
import { FIRST_API_VERSION } from '#support/api-versions';
import { FindOrganizations } from '#organizations/contract';
import { FindPurchase, type WhichPurchase } from '#entitlements/contract';
import { isUuid } from '#kernel';
import { isExtension, tellsWhatHappened } from '../contract/webhook-kinds.ts';
import type { DueEvent, PendingEvent } from '../domain/event-log.ts';
import type { Message, Subjects } from '../domain/message-format.ts';
import { isGivenUp } from '../domain/delivery-schedule.ts';
import { readResources, withoutResource } from './read-resources.ts';

type Data = { readonly [field: string]: unknown };

/**
 * The products and benefits that an event is about: those that its data name, and the product of the purchase that they name. A license
 * key and a pool name a benefit, and no purchase.
 */
async function readSubjects(queries: QueryBus, type: string, data: Data): Promise<Subjects> {
  const [subject] = type.split('.');
  const own = (resource: string): unknown => (subject === resource ? data['id'] : undefined);
  const product = data['product_id'] ?? own('product') ?? (await productOfPurchase(queries, data));
  return {
    productIds: [product].filter(isId),
    benefitIds: [data['benefit_id'] ?? own('benefit')].filter(isId),
  };
}

async function productOfPurchase(queries: QueryBus, data: Data): Promise<string | undefined> {
  const which = purchaseOf(data);
  return which && (await queries.execute(new FindPurchase(which)))?.productId;
}

function purchaseOf({ subscription_id: subscriptionId, order_id: orderId }: Data): WhichPurchase | undefined {
  if (isId(subscriptionId)) return { subscriptionId };
  return isId(orderId) ? { orderId } : undefined;
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

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
