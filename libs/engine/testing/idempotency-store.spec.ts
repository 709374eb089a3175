import pg from 'pg';
import { freshDatabase } from '../../../test/support/database.ts';
import { asKeyInUse } from '../src/idempotency/errors.ts';
import { insertRecords, type StoredRecord } from '../src/idempotency/stored-record.ts';
import { PgIdempotencyStore } from '../src/idempotency/pg-idempotency-store.ts';
import { LockConnection } from '../src/idempotency/lock-connection.ts';
import { Keyring } from '../src/secrets/keyring.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { InMemoryIdempotencyStore } from './in-memory-idempotency-store.ts';

describe('in memory', () => {
  const stored = new InMemoryIdempotencyStore(new Keyring([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]));
  idempotencyStoreContract(() => ({
    store: () => stored,
    insert: async (record) => stored.insert(record),
  }));
});

describe('in PostgreSQL', () => {
  let pool: pg.Pool;
  let drop: () => Promise<void>;
  const stores = new Map<Keyring, PgIdempotencyStore>();
  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    pool = new pg.Pool({ connectionString: database.url });
  });
  afterAll(async () => {
    for (const store of stores.values()) await store.onApplicationShutdown();
    await pool.end();
    await drop();
  });

  /** One process for each keyring. */
  const store = (keyring: Keyring): PgIdempotencyStore => {
    const existing = stores.get(keyring) ?? new PgIdempotencyStore(async () => pool, keyring);
    stores.set(keyring, existing);
    return existing;
  };
  const insert = async (record: StoredRecord): Promise<void> => {
    await pool.query(insertRecords([record])).catch((error: unknown) => {
      throw asKeyInUse(error);
    });
  };
  idempotencyStoreContract(() => ({ store, insert }));

  const keyring = new Keyring([Buffer.alloc(32, 3)]);
  const process = () => new PgIdempotencyStore(async () => pool, keyring);
  const key = keyring.digest('idempotency-key', 'one');
  const terminateLocks = () =>
    pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (
      select oid from pg_database where datname = current_database())`);

  test('a key that another process holds is in use until that process has ended', async () => {
    const [one, other] = [process(), process()];
    await one.open([key], new Date(0));
    await expect(other.open([key], new Date(0))).rejects.toThrow('under way');
    await one.onApplicationShutdown();
    expect(await other.open([key], new Date(0))).toEqual([]);
    await other.onApplicationShutdown();
  });

  test('a lost connection releases the keys, and the process goes on with another one', async () => {
    const [one, other] = [process(), process()];
    await one.open([key], new Date(0));
    await terminateLocks();
    expect(await other.open([key], new Date(0))).toEqual([]);
    await other.close([key]);
    await one.close([key]).catch(() => undefined);
    expect(await one.open([key], new Date(0))).toEqual([]);
    await one.onApplicationShutdown();
    await other.onApplicationShutdown();
  });

  test('one connection holds the keys of all requests, and locks nothing when they are done', async () => {
    const one = process();
    const keys = Array.from({ length: 300 }, (_, n) => keyring.digest('idempotency-key', `many ${n}`));
    await Promise.all(keys.map((each) => one.open([each], new Date(0))));
    const locks = async () =>
      (
        await pool.query(`select pid, count(*)::int from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) group by pid`)
      ).rows;
    expect(await locks()).toEqual([{ pid: expect.any(Number), count: 300 }]);
    await Promise.all(keys.map((each) => one.close([each])));
    expect(await locks()).toEqual([]);
    await one.onApplicationShutdown();
  });

  test('finds records by the index, also with a plan that was made while the table was empty', async () => {
    await pool.query('truncate platform.idempotency_keys');
    await using connection = new LockConnection(async () => pool);
    const text = 'explain select 1 from platform.idempotency_keys where key = any($1::bytea[])';
    const [explained] = await connection.send([{ text, values: [[key]] }]);
    expect(JSON.stringify(explained)).toContain('idempotency_keys_pkey');
    expect(JSON.stringify(explained)).not.toContain('Seq Scan');
  });

  test('deletes what has expired in batches', async () => {
    const records = (count: number, startedAt: Date) =>
      Array.from({ length: count }, (_, n) => {
        const name = keyring.digest('idempotency-key', `${startedAt.getTime()} ${n}`);
        return { key: name, step: 'Order 1', request: name, startedAt, encrypted: name };
      });
    await pool.query('truncate platform.idempotency_keys');
    await pool.query(insertRecords([...records(1_500, new Date(1_000)), ...records(20, new Date(5_000))]));
    const one = process();
    expect(await one.deleteExpired(new Date(4_999))).toBe(true);
    expect(await one.deleteExpired(new Date(4_999))).toBe(false);
    expect((await pool.query('select count(*)::int from platform.idempotency_keys')).rows).toEqual([{ count: 20 }]);
  });
});
