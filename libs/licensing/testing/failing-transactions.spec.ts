import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { isDatabaseUnavailable, ormOptions, pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { untilBlocked } from '../../../test/support/until-blocked.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, anInstallation, aValidationInput, NOW } from './license-key.builder.ts';

const keyring = new Keyring([Buffer.alloc(32, 1)]);

let drop: () => Promise<void>;
let orm: MikroORM;
let pool: Pool;
let licenseKeys: PgLicenseKeys;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orm = await MikroORM.init(ormOptions(database.url, [licensingTables], { connections: 3 }));
  pool = await pgPool(orm.em);
  licenseKeys = new PgLicenseKeys(orm.em, keyring, new OrganizationClocks(false));
});
/** Every test must return its connections to the pool. */
afterEach(() => {
  if (pool.totalCount > pool.idleCount || pool.waitingCount > 0) throw new Error('A connection was not returned to the pool');
});
afterAll(async () => {
  await orm.close(true);
  await drop();
});

const add = async (key: LicenseKey): Promise<LicenseKey> => {
  await licenseKeys.addAll([key]);
  return key;
};
const presented = (key: LicenseKey) => ({ organizationId: key.organizationId, key: key.snapshot.key, at: NOW });
const identified = (key: LicenseKey) => ({ id: key.id, within: [key.organizationId] });
const activate = (key: LicenseKey, label: string): Promise<string> =>
  licenseKeys.changePresented(presented(key), (found) => found.activate(anInstallation({ label }), NOW).id);
const validate = (key: LicenseKey, which = presented(key)) =>
  licenseKeys.changePresented(which, (found) => void found.validate(aValidationInput(), NOW));
const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;
const statusesOf = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({ status }) => status);

describe('a write that PostgreSQL rejects', () => {
  test('fails only its own caller among those of one key, and the others are stored exactly once', async () => {
    const key = await add(aLicenseKey().limitedTo(100).newUnsaved());
    const labels = Array.from({ length: 21 }, (_, n) => (n === 7 ? 'NUL \0' : `device ${n}`));
    expect(await statusesOf(labels.map((label) => activate(key, label)))).toEqual(
      labels.map((label) => (label.includes('\0') ? 'rejected' : 'fulfilled')),
    );
    const stored = await query('select id::text, label from licensing.activations where license_key_id = $1', key.id);
    expect(stored.map(({ label }) => label).sort()).toEqual(labels.filter((label) => !label.includes('\0')).sort());
    expect(await query('select activation_count from licensing.license_keys where id = $1', key.id)).toEqual([
      { activation_count: 20 },
    ]);
    const events = await query(
      `select payload ->> 'activation_id' as id from platform.outbox where aggregate_id = $1 and name like '%activated'`,
      key.id,
    );
    expect(events.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
  });

  test('fails only its own caller among those of many keys', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => add(aLicenseKey().limitedTo(1).newUnsaved())));
    const failing = await add(aLicenseKey().limitedTo(1).newUnsaved());
    expect(await statusesOf([activate(failing, '\0'), ...keys.map((key) => validate(key))])).toEqual([
      'rejected',
      ...keys.map(() => 'fulfilled'),
    ]);
    const stored = await query(
      'select validations::int from licensing.license_keys where id = any($1)',
      keys.map(({ id }) => id),
    );
    expect(stored).toEqual(keys.map(() => ({ validations: 1 })));
    expect(await activate(failing, 'laptop')).toEqual(expect.any(String));
  });

  test('of one key among several that are added stores none of them', async () => {
    const [good, bad] = [aLicenseKey().newUnsaved(), aLicenseKey().of('no uuid').newUnsaved()];
    await expect(licenseKeys.addAll([good, bad])).rejects.toMatchObject({ code: '22P02' });
    await expect(validate(good)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a read that PostgreSQL rejects', () => {
  test('fails only its own caller, and the connection keeps its prepared statements', async () => {
    const key = await add(aLicenseKey().limitedTo(100).newUnsaved());
    const bad = { ...presented(key), organizationId: 'no uuid' };
    for (let round = 0; round < 3; round++) {
      expect(await statusesOf([validate(key), validate(key, bad), validate(key)])).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
    }
    expect(await query('select validations::int from licensing.license_keys where id = $1', key.id)).toEqual([
      { validations: 6 },
    ]);
  });

  test('keeps the connection', async () => {
    const backends = async () =>
      (await query('select pid from pg_stat_activity where datname = current_database()')).map(({ pid }) => pid);
    const before = await backends();
    const key = await add(aLicenseKey().newUnsaved());
    await expect(validate(key, { ...presented(key), organizationId: 'no uuid' })).rejects.toMatchObject({ code: '22P02' });
    await validate(key);
    expect(await backends()).toEqual(expect.arrayContaining(before));
  });
});

describe('a transaction that fails in this process', () => {
  test('because a key was encrypted with an unknown secret, holds no connection and no lock', async () => {
    const undecryptable = aLicenseKey().newUnsaved();
    await new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 9)]), new OrganizationClocks(false)).addAll([undecryptable]);
    const key = await add(aLicenseKey().newUnsaved());
    const lookUp = (which: LicenseKey) => licenseKeys.change(identified(which), (found) => found.id);
    expect(await statusesOf([lookUp(undecryptable), lookUp(key), lookUp(undecryptable)])).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await query('select id from licensing.license_keys where id = $1 for update nowait', undecryptable.id)).toHaveLength(
      1,
    );
  });

  test('because a value cannot be serialized, holds no connection and no lock', async () => {
    const [key, other] = [await add(aLicenseKey().newUnsaved()), await add(aLicenseKey().newUnsaved())];
    const invalid = licenseKeys.change(identified(key), (found) => found.update({ expiresAt: new Date(Number.NaN) }, NOW));
    const disable = licenseKeys.change(identified(other), (found) => found.update({ status: 'disabled' }, NOW));
    expect(await statusesOf([invalid, disable])).toEqual(['rejected', 'fulfilled']);
    expect(await query('select status from licensing.license_keys where id = $1 for update nowait', key.id)).toEqual([
      { status: 'granted' },
    ]);
  });
});

test('a connection that is lost during a batch fails every caller in it, stores nothing and is replaced', async () => {
  const key = await add(aLicenseKey().limitedTo(100).newUnsaved());
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from licensing.license_keys where id = $1 for update', [key.id]);
  const waiting = Promise.allSettled([validate(key), activate(key, 'laptop')]);
  await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await untilBlocked(pool)]);
  const outcomes = await waiting;
  expect(outcomes.map((each) => each.status === 'rejected' && isDatabaseUnavailable(each.reason))).toEqual([true, true]);
  await holder.query('rollback');
  holder.release();
  await validate(key);
  expect(await query('select validations::int, activation_count from licensing.license_keys where id = $1', key.id)).toEqual([
    { validations: 1, activation_count: 0 },
  ]);
});
