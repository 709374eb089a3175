import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import type { Delivery, DeliveryQueue } from './deliveries.ts';
import { DeliveryRunner } from './delivery-runner.ts';
import { EventRouter } from './event-router.ts';
import { OUTBOX_COLUMNS, type OutboxRow } from '#engine/outbox';
import { published } from './published-event.ts';
import { ProcessedEvents } from './processed-events.ts';
import { Redelivery } from './redelivery.ts';

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const NOTHING_WAITS = { redeliver: async () => undefined, forget: async () => undefined };

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('an event that is being delivered is queued for no subscriber, not even for one that did not want it', async () => {
  const ended = Promise.withResolvers<void>();
  const slow = { id: 'slow', multiTransaction: true, handle: () => ended.promise };
  const unwanted = { id: 'unwanted', handle: async () => undefined };
  const router = new EventRouter(new Map([['thing.happened', [slow, unwanted]]]));
  const runner = new DeliveryRunner(new ProcessedEvents(pool), router, () => undefined, NOTHING_WAITS);
  const queued: string[] = [];
  const queue = {
    oldest: async () => undefined,
    redeliver: async (deliveries: readonly Delivery[]) =>
      void queued.push(...deliveries.map(({ event, subscriber }) => `${event.id} ${subscriber}`)),
  };
  const sweep = () =>
    new Redelivery(pool, queue as unknown as DeliveryQueue, router, runner, 0).run(new AbortController().signal);
  const { rows } = await pool.query<OutboxRow>(
    `insert into platform.outbox as o (name, payload, organization_id, aggregate_id, occurred_at, sent_at)
     select 'thing.happened', '{}', $1, $1, now(), now() - interval '1 minute' from generate_series(1, 2) returning ${OUTBOX_COLUMNS}`,
    [randomUUID()],
  );
  const [taken, lost] = rows.map(published);
  const delivering = runner.runRead([{ event: taken!, subscriber: 'slow' }], [taken!.id]);
  await sweep();
  expect(queued.splice(0)).toEqual([`${lost!.id} slow`, `${lost!.id} unwanted`]);
  ended.resolve();
  await delivering;
  await sweep();
  expect(queued).toEqual([`${lost!.id} slow`, `${lost!.id} unwanted`]);
});

test('a delivery that turns out not to be wanted is left out, and its event is done', async () => {
  const handled: string[] = [];
  const handler = (id: string) => ({ id, multiTransaction: true, handle: async () => void handled.push(id) });
  const router = new EventRouter(new Map([['thing.happened', [handler('first'), handler('second')]]]));
  const runner = new DeliveryRunner(new ProcessedEvents(pool), router, () => undefined, NOTHING_WAITS);
  const { rows } = await pool.query<OutboxRow>(
    `insert into platform.outbox as o (name, payload, organization_id, aggregate_id, occurred_at, sent_at)
     values ('thing.happened', '{}', $1, $1, now(), now()) returning ${OUTBOX_COLUMNS}`,
    [randomUUID()],
  );
  const [event] = rows.map(published);
  const deliveries = [
    { event: event!, subscriber: 'first', isWanted: async () => false },
    { event: event!, subscriber: 'second', isWanted: async () => true },
  ];
  await runner.runRead(deliveries, [event!.id]);
  const done = await pool.query('select done_at is not null as done from platform.outbox where id = $1', [event!.id]);
  expect([handled, done.rows]).toEqual([['second'], [{ done: true }]]);
});
