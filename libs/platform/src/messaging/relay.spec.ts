import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import type { OutboxRow } from '#engine/outbox';
import type { DeliveryQueue, EventsOfLanes, EventWithSubscribers } from './deliveries.ts';
import { EventRouter } from './event-router.ts';
import { ProcessedEvents } from './processed-events.ts';
import type { TakenRow } from './prompt-deliveries.ts';
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
    deliver: (rows: readonly OutboxRow[]) => {
      delivered.push(rows.map(({ organization_id }) => organization_id));
      prompt.capacity = 0;
    },
  };
  return {
    queued,
    delivered,
    relay: new Relay(pool, queue as unknown as DeliveryQueue, router, prompt, new ProcessedEvents(pool)),
  };
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
  const prompt = { capacity: 500, deliver: (rows: readonly OutboxRow[]) => void delivered.push(rows.length) };
  await new Relay(pool, queue as unknown as DeliveryQueue, router, prompt, new ProcessedEvents(pool)).runBatches(
    new AbortController().signal,
  );
  expect([delivered, bulk]).toEqual([[50], [50]]);
});

test('an event that was processed before it was taken is not handed over, nor to a subscriber that has processed it', async () => {
  await publish();
  await pool.query('update platform.outbox set done_at = now() where id % 2 = 0');
  await pool.query(
    `insert into platform.processed (event_id, subscriber) select id, 'one' from platform.outbox where id % 2 = 1`,
  );
  const taken: TakenRow[] = [];
  const prompt = { capacity: 500, deliver: (rows: readonly TakenRow[]) => void taken.push(...rows) };
  await new Relay(pool, undefined as never, router, prompt, new ProcessedEvents(pool)).runBatches(new AbortController().signal);
  expect([taken.length, new Set(taken.flatMap(({ processed = [] }) => processed))]).toEqual([50, new Set(['one'])]);
});

/** The ids of an event that is being delivered and of one that waits. */
async function publishTwo(): Promise<readonly string[]> {
  await pool.query('truncate platform.outbox, platform.processed');
  const { rows } = await pool.query<{ readonly id: string }>(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at, sent_at)
     select 'thing.happened', '{}', gen_random_uuid(), gen_random_uuid(), now(), sent_at
     from (values (now()), (null)) as sent (sent_at) returning id::text`,
  );
  return rows.map(({ id }) => id);
}

const doneIds = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('select id::text from platform.outbox where done_at is not null')).rows.map(({ id }) => id);

const run = (processed: ProcessedEvents, capacity: number, over: pg.Pool = pool) => {
  const queue = { capacity: async () => ({ interactive: 0, bulk: 0 }) } as unknown as DeliveryQueue;
  const taken: string[] = [];
  const prompt = {
    capacity,
    deliver: (rows: readonly OutboxRow[]) => void taken.push(...rows.map(({ id }) => id)),
  };
  return new Relay(over, queue, router, prompt, processed).runBatches(new AbortController().signal).then(() => taken);
};

describe('what was processed', () => {
  test.each([
    ['is recorded with the statement that takes the next events', 500],
    ['is recorded by itself while the worker has no room for events', 0],
  ])('%s', async (_name, capacity) => {
    const [delivered, waiting] = await publishTwo();
    const processed = new ProcessedEvents(pool);
    let asked = 0;
    processed.leaveToTaker(() => (asked += 1));
    const recorded = processed.recordWithNext([], [delivered!]);
    expect([asked, await doneIds()]).toEqual([1, []]);
    const taken = await run(processed, capacity);
    await recorded;
    expect([taken, await doneIds()]).toEqual([capacity > 0 ? [waiting] : [], [delivered]]);
  });

  test('is recorded at once when no events are taken any more', async () => {
    const [delivered] = await publishTwo();
    const processed = new ProcessedEvents(pool);
    processed.leaveToTaker(() => undefined);
    const before = processed.recordWithNext([], [delivered!]);
    await processed.close();
    await before;
    expect(await doneIds()).toEqual([delivered]);
    await processed.recordWithNext([{ event: { id: delivered! } as never, subscriber: 'one' }], []);
    expect((await pool.query('select subscriber from platform.processed')).rows).toEqual([{ subscriber: 'one' }]);
  });

  test('is not recorded if the events cannot be taken, and whoever waits for it gets the error', async () => {
    const [delivered] = await publishTwo();
    const processed = new ProcessedEvents(pool);
    processed.leaveToTaker(() => undefined);
    const recorded = processed.recordWithNext([], [delivered!]).catch((error: unknown) => error);
    const unreachable = { query: () => Promise.reject(new Error('unreachable')) } as unknown as pg.Pool;
    await expect(run(processed, 500, unreachable)).rejects.toThrow('unreachable');
    expect([await recorded, await doneIds()]).toEqual([new Error('unreachable'), []]);
  });
});
