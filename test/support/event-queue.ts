import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { PublishCustomerStates } from '#customer-portal';
import type { PublishedEvent } from '#platform/messaging';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import { randomness } from '../races/randomness.ts';
import type { TestApi } from './api.ts';

/** Picks the next of the waiting events, which are oldest first. */
export type Pick = (waiting: readonly PublishedEvent[]) => PublishedEvent;

export interface EventQueue {
  /** Delivers the waiting events that have this name, and no others. */
  deliverOnly(name: string): Promise<void>;
  /** Delivers waiting events one at a time until there are none, including those published meanwhile, and publishes states that changed. */
  deliverAll(pick?: Pick): Promise<void>;
}

const oldestFirst: Pick = ([first]) => first!;

/** A random order, which is the same for the same seed. */
export const anyOrder = (seed: number): Pick => {
  const random = randomness(seed);
  return (waiting) => waiting[Math.floor(random() * waiting.length)]!;
};

/** Orders in which a worker may process events: the oldest or the newest first, and so many random ones. */
export const deliveryOrders = (randomOnes: number): readonly (readonly [name: string, pick: Pick])[] => [
  ['oldest first', oldestFirst],
  ['newest first', (waiting) => waiting.at(-1)!],
  ...Array.from({ length: randomOnes }, (_, n) => [`in random order ${n + 1}`, anyOrder(n + 1)] as const),
];

const WAITING = `select id::text, name, organization_id as "organizationId", aggregate_id as "aggregateId",
  occurred_at as "occurredAt", payload, is_bulk as "isBulk" from platform.outbox where done_at is null order by id`;

/** Takes the place of a worker: delivers published events when a test says so, in the order that it chooses. */
export function eventQueueOf({ app }: TestApi): EventQueue {
  const router = eventRouter(app.get(CommandBus));
  const em = app.get(EntityManager).fork();
  const waiting = async (): Promise<PublishedEvent[]> => {
    const rows = await em.execute<(PublishedEvent & { readonly occurredAt: string })[]>(WAITING);
    return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
  };
  const deliver = async (event: PublishedEvent): Promise<void> => {
    const [routed] = await router.route([event]);
    for (const id of routed!.subscribers) await router.subscriber(id)!.handle(event);
    await em.execute('update platform.outbox set done_at = now() where id = ?', [event.id]);
  };
  return {
    deliverOnly: async (name) => {
      for (const event of await waiting()) if (event.name === name) await deliver(event);
    },
    deliverAll: async (pick = oldestFirst) => {
      for (let events = await waiting(); events.length > 0; events = await waiting()) {
        await deliver(pick(events));
        await app.get(CommandBus).execute(new PublishCustomerStates());
      }
    },
  };
}
