import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { OUTBOX_COLUMNS, type OutboxRow } from '#engine/outbox';
import { insertionStore, type NewAggregates } from '#engine/persistence';
import { DomainEvent } from '#kernel';
import { freshDatabase } from '../../../../test/support/database.ts';
import type { Delivery, DeliveryQueue } from './deliveries.ts';
import { DeliveryRunner } from './delivery-runner.ts';
import { EventRouter } from './event-router.ts';
import { ProcessedEvents } from './processed-events.ts';
import { PromptDeliveries } from './prompt-deliveries.ts';
import type { PublishedEvent } from './published-event.ts';

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const NOTHING_WAITS = { redeliver: async () => undefined, forget: async () => undefined };

afterAll(async () => {
  await pool.end();
  await database.drop();
});

class ThingFollowed extends DomainEvent<'thing.followed', { readonly after: string }> {
  readonly name = 'thing.followed';

  constructor({ id, organizationId }: PublishedEvent) {
    super(organizationId, randomUUID(), new Date(0), { after: id });
  }
}

const things = insertionStore<NewAggregates<object>>(async () => pool, {
  name: 'Thing',
  batchOf: (requests) => ({ found: requests, writes: () => [] }),
});

/** A worker that never reads the outbox, with a subscriber whose change publishes what the other one hears. */
function worker(hear: (event: PublishedEvent) => Promise<void> = async () => undefined) {
  const heard: PublishedEvent[] = [];
  const queued: string[] = [];
  const publishing = {
    id: 'publishing',
    handle: (event: PublishedEvent) => things.insert({ added: [], events: [new ThingFollowed(event)] }),
  };
  const hearing = {
    id: 'hearing',
    handle: async (event: PublishedEvent) => {
      heard.push(event);
      await hear(event);
    },
  };
  const router = new EventRouter(
    new Map([
      ['thing.happened', [publishing]],
      ['thing.followed', [hearing]],
    ]),
  );
  const queue = {
    redeliver: async (deliveries: readonly Delivery[]) => void queued.push(...deliveries.map(({ subscriber }) => subscriber)),
  } as unknown as DeliveryQueue;
  const runner = new DeliveryRunner(new ProcessedEvents(pool), router, () => undefined, NOTHING_WAITS);
  const prompt = new PromptDeliveries(
    queue,
    router,
    runner,
    () => undefined,
    () => undefined,
  );
  runner.leavePublishedTo(prompt);
  return { heard, queued, runner, prompt };
}

async function sent(number: number, { isBulk = false } = {}): Promise<OutboxRow[]> {
  await pool.query('truncate platform.outbox, platform.processed');
  const { rows } = await pool.query<OutboxRow>(
    `insert into platform.outbox as o (name, payload, organization_id, aggregate_id, occurred_at, sent_at, is_bulk)
     select 'thing.happened', '{}', $1, $1, now(), now(), $2 from generate_series(1, $3) returning ${OUTBOX_COLUMNS}`,
    [randomUUID(), isBulk, number],
  );
  return rows;
}

/** The events that subscribers published. */
const followed = async (): Promise<unknown[]> =>
  (
    await pool.query(
      `select sent_at is not null as sent, done_at is not null as done from platform.outbox where name = 'thing.followed'`,
    )
  ).rows;

describe('what a subscriber publishes', () => {
  test('is delivered by the same worker, once it is stored', async () => {
    const { heard, runner, prompt } = worker();
    const [{ id, organization_id: organizationId }] = (await sent(1)) as [OutboxRow];
    prompt.deliver((await pool.query<OutboxRow>(`select ${OUTBOX_COLUMNS} from platform.outbox o`)).rows);
    await runner.idle();
    expect(heard).toMatchObject([{ name: 'thing.followed', organizationId, payload: { after: id }, isBulk: false }]);
    expect(heard[0]!.occurredAt).toEqual(new Date(0));
    expect(await followed()).toEqual([{ sent: true, done: true }]);
  });

  test('becomes a job if it cannot be processed', async () => {
    const { queued, runner, prompt } = worker(() => Promise.reject(new Error('no')));
    prompt.deliver(await sent(1));
    await runner.idle();
    expect([queued, await followed()]).toEqual([['hearing'], [{ sent: true, done: false }]]);
  });

  test('waits in the outbox if it is bulk work', async () => {
    const { heard, runner, prompt } = worker();
    prompt.deliver(await sent(1, { isBulk: true }));
    await runner.idle();
    expect([heard, await followed()]).toEqual([[], [{ sent: false, done: false }]]);
  });

  test('waits in the outbox while the worker has much to do, so that other organizations have their turn', async () => {
    const { heard, runner, prompt } = worker();
    prompt.deliver(await sent(600));
    await runner.idle();
    expect(heard).toEqual([]);
    expect(new Set((await followed()).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ sent: false, done: false })]),
    );
  });

  test('waits in the outbox when the worker ends', async () => {
    const { heard, runner, prompt } = worker();
    prompt.deliver(await sent(1));
    prompt.close();
    await runner.idle();
    expect([heard, await followed()]).toEqual([[], [{ sent: false, done: false }]]);
  });
});
