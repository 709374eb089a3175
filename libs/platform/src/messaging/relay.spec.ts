import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import type { DeliveryQueue, EventsOfLanes, EventWithSubscribers } from './deliveries.ts';
import { EventRouter } from './event-router.ts';
import type { TakenEvent } from './prompt-deliveries.ts';
import { Relay } from './relay.ts';

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const subscriber = { id: 'one', accepts: () => true };
const router = new EventRouter(new Map([['thing.happened', [subscriber as never]]]));

/** Twenty events of each organization, the last three of which are counted together with the first. */
async function publish(): Promise<string[]> {
  const [first, other, ...branches] = Array.from({ length: 5 }, () => randomUUID());
  const organizations = [first!, other!, ...branches];
  await pool.query('truncate platform.outbox');
  await pool.query('insert into platform.quotas (organization_id, quota_id) select unnest($1::uuid[]), $2', [branches, first]);
  await pool.query(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     select 'thing.happened', '{}', id, id, now() from unnest($1::uuid[]) as id, generate_series(1, 20)`,
    [organizations],
  );
  return organizations;
}

/** A queue and a worker with room for so many events, and what is given to them. */
function takers(capacity: { readonly queue: number; readonly worker: number }) {
  const queued: string[][] = [];
  const delivered: string[][] = [];
  const organizationsOf = (events: readonly EventWithSubscribers[]) => events.map(({ event }) => event.organizationId);
  const queue = {
    capacity: async () => ({ interactive: capacity.queue, bulk: 0 }),
    eventsOf: (jobs: number) => jobs,
    enqueue: async ({ interactive }: EventsOfLanes) => {
      queued.push(organizationsOf(interactive));
      return { interactive: capacity.queue, bulk: 0 };
    },
  };
  const prompt = {
    capacity: capacity.worker,
    deliver: (events: readonly TakenEvent[]) => {
      delivered.push(organizationsOf(events));
      prompt.capacity = 0;
    },
  };
  return { queued, delivered, relay: new Relay(pool, queue as unknown as DeliveryQueue, router, prompt) };
}

test.each([
  ['queue', { queue: 16, worker: 0 }],
  ['worker', { queue: 0, worker: 16 }],
] as const)(
  'organizations that are counted together take one turn, so that others do not wait for each of them: in the %s',
  async (_name, capacity) => {
    const organizations = await publish();
    const { queued, delivered, relay } = takers(capacity);
    await relay.runBatches(new AbortController().signal);
    const taken = [...queued, ...delivered];
    const numbers = organizations.map((id) => taken[0]!.filter((each) => each === id).length);
    expect([taken.length, numbers]).toEqual([1, [2, 8, 2, 2, 2]]);
  },
);

test('events that the worker has no room for are queued', async () => {
  await publish();
  const { queued, delivered, relay } = takers({ queue: 40, worker: 16 });
  await relay.runBatches(new AbortController().signal);
  expect([delivered.map(({ length }) => length), queued.map(({ length }) => length)]).toEqual([[16], [32]]);
});

test('bulk events are queued, even if the worker has capacity', async () => {
  await publish();
  await pool.query('update platform.outbox set is_bulk = id % 2 = 0');
  const bulk: number[] = [];
  const queue = {
    capacity: async () => ({ interactive: 0, bulk: 500 }),
    eventsOf: (jobs: number) => jobs,
    enqueue: async (events: EventsOfLanes) => {
      bulk.push(events.bulk.length);
      return { interactive: 0, bulk: 500 };
    },
  };
  const delivered: number[] = [];
  const prompt = { capacity: 500, deliver: (events: readonly TakenEvent[]) => void delivered.push(events.length) };
  await new Relay(pool, queue as unknown as DeliveryQueue, router, prompt).runBatches(new AbortController().signal);
  expect([delivered, bulk]).toEqual([[50], [50]]);
});

test('an event that was processed before it was taken is not handed over, nor to a subscriber that has processed it', async () => {
  await publish();
  await pool.query('update platform.outbox set done_at = now() where id % 2 = 0');
  await pool.query(
    `insert into platform.processed (event_id, subscriber) select id, 'one' from platform.outbox where id % 2 = 1`,
  );
  const taken: TakenEvent[] = [];
  const prompt = { capacity: 500, deliver: (events: readonly TakenEvent[]) => void taken.push(...events) };
  await new Relay(pool, undefined as never, router, prompt).runBatches(new AbortController().signal);
  expect([taken.length, new Set(taken.flatMap(({ processed }) => processed))]).toEqual([50, new Set(['one'])]);
});
