import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';

const database = await freshDatabase();
const [listener, first, second] = Array.from({ length: 3 }, () => new pg.Client(database.url)) as [
  pg.Client,
  pg.Client,
  pg.Client,
];
await Promise.all([listener, first, second].map((client) => client.connect()));
await listener.query('listen outbox');
afterAll(async () => {
  await Promise.all([listener, first, second].map((client) => client.end()));
  await database.drop();
});

const insert = (client: pg.Client, { sent = false } = {}) =>
  client.query(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at, sent_at)
     values ('test.happened', '{}', $1, $1, now(), case when $2 then now() end)`,
    [randomUUID(), sent],
  );
const pidOf = (client: pg.Client): number => (client as unknown as { readonly processID: number }).processID;
const nextNotification = (): Promise<number> =>
  new Promise((resolve) => listener.once('notification', (one) => resolve(one.processId)));

test('of transactions that overlap, the first one notifies the relay; afterwards any', async () => {
  const notified = nextNotification();
  await first.query('begin');
  await insert(first);
  await insert(second);
  await insert(first);
  await first.query('commit');
  expect(await notified).toBe(pidOf(first));
  const notifiedLater = nextNotification();
  await insert(second);
  expect(await notifiedLater).toBe(pidOf(second));
});

test('a transaction that is rolled back leaves the notification to the next one', async () => {
  const notified = nextNotification();
  await first.query('begin');
  await insert(first);
  await first.query('rollback');
  await insert(second);
  expect(await notified).toBe(pidOf(second));
});

test('an event that the worker which published it delivers notifies nobody', async () => {
  const notified = nextNotification();
  await insert(first, { sent: true });
  await insert(second);
  expect(await notified).toBe(pidOf(second));
});
