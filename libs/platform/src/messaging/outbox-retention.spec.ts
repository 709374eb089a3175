import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freshDatabase } from '../../../../test/support/database.ts';
import { OutboxRetention, DELETE_PROCESSED } from './outbox-retention.ts';

const STEP = 1_000;
const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('truncate platform.outbox, platform.processed'));

const purge = new OutboxRetention(pool, 7);

/** Inserts events, each processed by two subscribers; `sent` and `done` are SQL expressions. */
async function publish(name: string, count: number, { sent = 'null', done = 'null' } = {}): Promise<void> {
  await pool.query(
    `with added as (
       insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at, sent_at, done_at)
       select $1, '{}', $2, $2, now() - interval '30 days', ${sent}, ${done} from generate_series(1, $3) returning id
     )
     insert into platform.processed (event_id, subscriber) select id, subscriber from added, unnest(array['A', 'B']) as subscriber`,
    [name, randomUUID(), count],
  );
}

const agoDays = (days: number): string => `now() - interval '${days} days'`;
const done = (days: number) => ({ sent: agoDays(30), done: agoDays(days) });

async function left(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; notes: number }>(
    'select name, count(event_id)::int as notes from platform.outbox left join platform.processed on event_id = id group by name',
  );
  return Object.fromEntries(rows.map(({ name, notes }) => [name, notes]));
}
const notes = async (): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int as count from platform.processed')).rows[0]!.count;

test('events done before the retention period are deleted with their records; unsent and undone events stay, however old', async () => {
  await publish('long.ago', 3, done(8));
  await publish('lately', 2, done(6));
  await publish('failed', 2, { sent: agoDays(29) });
  await publish('waiting', 1);
  expect(await purge.step()).toBe(false);
  expect(await left()).toEqual({ lately: 4, failed: 4, waiting: 2 });
  expect(await notes()).toBe(10);
});

test('deletes in batches, the oldest first', async () => {
  await publish('newer', 10, done(8));
  await publish('older', STEP, done(9));
  expect(await purge.step()).toBe(true);
  expect(await left()).toEqual({ newer: 20 });
  expect(await purge.step()).toBe(false);
  expect(await notes()).toBe(0);
});

test('skips rows that another worker is deleting, without waiting', async () => {
  await publish('older', STEP, done(9));
  await publish('newer', 10, done(8));
  const other = await pool.connect();
  try {
    await other.query('begin');
    expect((await other.query(DELETE_PROCESSED, [7])).rowCount).toBe(STEP);
    expect(await purge.step()).toBe(false);
    expect(await left()).toEqual({ older: 2 * STEP });
    await other.query('commit');
  } finally {
    other.release();
  }
  expect(await left()).toEqual({});
  expect(await notes()).toBe(0);
});

test('two workers at the same time delete everything', async () => {
  await publish('long.ago', 5 * STEP, done(8));
  await publish('lately', 1, done(6));
  const work = async (): Promise<void> => {
    while (await purge.step());
  };
  await Promise.all([work(), work()]);
  await work();
  expect(await left()).toEqual({ lately: 2 });
  expect(await notes()).toBe(2);
});

test('a batch reads only the rows it deletes', async () => {
  await publish('lately', 20_000, done(1));
  await publish('failed', 2_000, { sent: agoDays(29) });
  await publish('long.ago', 5, done(8));
  await pool.query('analyze platform.outbox, platform.processed');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${DELETE_PROCESSED.replace('$1', '7')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('outbox_done');
  expect(plan).not.toContain('Seq Scan');
  const [, hit] = /shared hit=(\d+)/.exec(plan)!;
  expect(Number(hit)).toBeLessThan(200);
});
