import type { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { DELETE_OLD_ACTIVATIONS, PgActivationHistory } from '../src/adapters/persistence/activation-history.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { DeleteOldActivations, DeleteOldActivationsHandler } from '../src/commands/activations/delete-old-activations.ts';
import { KeyStringsTaken } from '../src/domain/keys/key-issuance.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, anInstallation, NOW } from './license-key.builder.ts';

const STEP = 1_000;
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

let orm: MikroORM;
let pool: Pool;
let close: () => Promise<void>;
let history: PgActivationHistory;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  pool = await pgPool(orm.em);
  history = new PgActivationHistory(orm.em);
});
afterAll(() => close());
beforeEach(() => pool.query('truncate licensing.activations, licensing.leases'));

/** Inserts activations of a key; `deactivated` is null for current ones. */
const insert = (label: string, count: number, deactivated: Date | null, key: string = randomUUID()) =>
  pool.query(
    `insert into licensing.activations
     select $1, gen_random_uuid(), $2, $3, '{}', '{}', null, '2020-01-01', null, $4 from generate_series(1, $5)`,
    [randomUUID(), key, label, deactivated, count],
  );

const left = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ label: string; count: number }>(
    'select label, count(*)::int from licensing.activations group by label',
  );
  return Object.fromEntries(rows.map(({ label, count }) => [label, count]));
};

const purge = (days: number, stop?: AbortSignal) =>
  new DeleteOldActivationsHandler(history, { now: () => NOW }).execute(new DeleteOldActivations(days, stop));

test('deletes what was deactivated longer ago than that; current activations stay, however old', async () => {
  await insert('current', 2, null);
  await insert('lately', 3, daysAgo(399));
  await insert('at the limit', 1, daysAgo(400));
  await insert('long ago', 2 * STEP + 5, daysAgo(401));
  await purge(400);
  expect(await left()).toEqual({ current: 2, lately: 3, 'at the limit': 1 });
});

test('an activation stays while its lease is held or holds its slot, and its lease is deleted with it', async () => {
  for (const label of ['held', 'holding', 'over']) await insert(label, 1, daysAgo(500));
  await pool.query(
    `insert into licensing.leases
     select organization_id, id, license_key_id, 0, gen_random_uuid(), now(), now(),
       now() + case label when 'held' then interval '1 day' else interval '-1 second' end, now(), label <> 'over'
     from licensing.activations`,
  );
  await purge(400);
  expect(await left()).toEqual({ held: 1, holding: 1 });
  expect((await pool.query('select 1 from licensing.leases')).rowCount).toBe(2);
});

test('deletes in steps, the oldest first, and ends between two steps when it is stopped', async () => {
  await insert('newer', 5, daysAgo(500));
  await insert('older', STEP, daysAgo(600));
  expect(await history.deleteSome(daysAgo(400))).toBe(STEP);
  expect(await left()).toEqual({ newer: 5 });
  await purge(400, AbortSignal.abort());
  expect(await left()).toEqual({ newer: 5 });
});

test('skips rows that another process is deleting, without waiting', async () => {
  await insert('older', STEP, daysAgo(600));
  await insert('newer', 5, daysAgo(500));
  const other = await pool.connect();
  try {
    await other.query('begin');
    expect((await other.query(DELETE_OLD_ACTIVATIONS, [daysAgo(400)])).rows).toEqual([{ deleted: STEP }]);
    expect(await history.deleteSome(daysAgo(400))).toBe(5);
    await other.query('rollback');
  } finally {
    other.release();
  }
  expect(await left()).toEqual({ older: STEP });
});

test('a step reads only the rows that it deletes', async () => {
  await insert('current', 20_000, null);
  await insert('lately', 20_000, daysAgo(10));
  await insert('long ago', 5, daysAgo(500));
  await pool.query('vacuum analyze licensing.activations');
  const statement = DELETE_OLD_ACTIVATIONS.replace('$1', `'${daysAgo(400).toISOString()}'`);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${statement}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('activations_by_deactivation');
  expect(plan).not.toContain('Seq Scan on activations');
  expect(Number(/shared hit=(\d+)/.exec(plan)![1])).toBeLessThan(100);
});

test('a key keeps its counter, its current activations and every string that it ever had', async () => {
  const keys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  const key = aLicenseKey().of(randomUUID()).called('FIRST-STRING').limitedTo(5).newUnsaved();
  await keys.addAll([key]);
  const which = { id: key.id, within: [key.organizationId] };
  const activate = (label: string) => keys.change(which, (found) => found.activate(anInstallation({ label }), NOW).id);
  await activate('stays');
  const gone = await activate('goes');
  await keys.change({ ...which, activationId: gone, to: 'deactivate' }, (found) => found.deactivate(gone, daysAgo(500)));
  await keys.change(which, (found) => found.rotate('SECOND-STRING', null, daysAgo(500)));
  const before = (await pool.query('select * from licensing.license_keys where id = $1', [key.id])).rows;
  await purge(400);
  expect(await left()).toEqual({ stays: 1 });
  expect((await pool.query('select * from licensing.license_keys where id = $1', [key.id])).rows).toEqual(before);
  expect(before[0].activation_count).toBe(1);
  for (const string of ['FIRST-STRING', 'SECOND-STRING']) {
    const other = aLicenseKey().of(key.organizationId).called(string).newUnsaved();
    await expect(keys.addAll([other])).rejects.toEqual(new KeyStringsTaken([0]));
  }
});
