import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { runInContext, RequestContext } from '#engine/tenancy';
import { apiOn, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { migrateAll } from '../support/migrate-all.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { seedOrganization } from '../support/seed.ts';

let primary: OwnPostgres;
let standby: OwnPostgres;
/** Two processes that share nothing but the database. */
let writing: TestApi;
let reading: TestApi;
let write: Call;
let read: Call;
beforeAll(async () => {
  ({ primary, standby } = await OwnPostgres.startPair({ synchronous_standby_names: '', fsync: 'off' }));
  await migrateAll(primary.url);
  const env = { DATABASE_REPLICA_URL: standby.url };
  [writing, reading] = [await apiOn(primary.url, env), await apiOn(primary.url, env)];
  const { oat } = await seedOrganization(writing);
  [write, read] = [callAs(writing, oat), callAs(reading, oat)];
});
afterAll(async () => {
  await reading.close();
  await writing.close();
  await standby[Symbol.asyncDispose]();
  await primary[Symbol.asyncDispose]();
});

const replay = (change: 'pause' | 'resume') => standby.query(`select pg_wal_replay_${change}()`);

/** Whether work of this kind reads the standby. */
async function readsStandby({ readsMany }: { readsMany: boolean }): Promise<boolean> {
  const work = Object.assign(new RequestContext({ tenant: 'acme' }), { readsMany });
  const query = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`;
  const { rows } = await runInContext(work, () => query.execute(readDb<object>(reading.app.get(EntityManager))));
  return rows[0]!.standby;
}

const isStandbyUsed = () => readsStandby({ readsMany: true });

/** How often the tables of a schema were read on the standby. Its processes report that about once a second. */
async function readsOf(schema: string): Promise<number> {
  const scans = 'coalesce(sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)), 0)::int as scans';
  const found = await standby.query<{ scans: number }>(`select ${scans} from pg_stat_user_tables where schemaname = '${schema}'`);
  return found[0]!.scans;
}

let count = 0;
async function addCustomer(): Promise<string> {
  const { status, body } = await write('POST', '/v1/customers/', { email: `customer-${++count}@example.com`, name: 'Ada' });
  expect(status).toBe(201);
  return body.id;
}

async function newestCustomer(): Promise<string> {
  const { status, body } = await read('GET', '/v1/customers/?limit=1');
  expect(status).toBe(200);
  return body.items[0].id;
}

test('only work that may do so reads the standby', async () => {
  await eventually(isStandbyUsed);
  expect(await readsStandby({ readsMany: false })).toBe(false);
});

test('lists, metrics and exports are read from the standby', async () => {
  const range = 'start_date=2026-11-01&end_date=2026-11-02&interval=day';
  for (const [url, schema] of [
    ['/v1/customers/', 'customer_portal'],
    ['/v1/license-keys/', 'licensing'],
    [`/v1/metrics/?${range}`, 'entitlements'],
    ['/v1/audit-log/export', 'platform'],
  ] as const) {
    const before = await readsOf(schema);
    await eventually(async () => {
      expect([url, (await read('GET', url)).status]).toEqual([url, 200]);
      return (await readsOf(schema)) > before;
    });
  }
});

test('a list shows what another process has just changed', async () => {
  for (let times = 0; times < 15; times++) expect(await addCustomer()).toBe(await newestCustomer());
});

test('a standby that is behind is not read, until it has caught up', async () => {
  await eventually(isStandbyUsed);
  await replay('pause');
  const id = await addCustomer();
  expect(await newestCustomer()).toBe(id);
  expect(await standby.query(`select from customer_portal.customers where id = '${id}'`)).toEqual([]);
  await replay('resume');
  await eventually(isStandbyUsed);
  expect(await newestCustomer()).toBe(id);
});

test('without the standby, lists are read from the primary', async () => {
  await standby.kill();
  const id = await addCustomer();
  for (let times = 0; times < 5; times++) expect(await newestCustomer()).toBe(id);
  await standby.run();
  await eventually(isStandbyUsed);
});

test('a read that the standby cancels is repeated on the primary', async () => {
  await eventually(isStandbyUsed);
  const lost = new RequestContext({ tenant: 'acme' });
  lost.readsMany = true;
  const cancelled = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby
    where not pg_is_in_recovery() or (pg_terminate_backend(pg_backend_pid()) and pg_sleep(60) is null)`;
  const { rows } = await runInContext(lost, () => cancelled.execute(readDb<object>(reading.app.get(EntityManager))));
  expect(rows).toEqual([{ standby: false }]);
});
