import { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions, pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { dueNotices } from '../src/adapters/persistence/license-key-lookups.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { AnnounceExpiries, AnnounceExpiriesHandler } from '../src/commands/keys/announce-expiries.ts';
import { licensingTables } from '../src/index.ts';
import { daysAfter, EXPIRED, EXPIRING, expiryNoticesContract } from './expiry-notices.contract.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { aLicenseKey } from './license-key.builder.ts';

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  expiryNoticesContract(() => ({
    processes: [licenseKeys],
    eventsOf: async (id) => licenseKeys.events.filter((event) => event.aggregateId === id).map((event) => event.name),
  }));
});

describe('in PostgreSQL', () => {
  let orms: MikroORM[];
  let processes: PgLicenseKeys[];
  let pool: Pool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    orms = await Promise.all([0, 1].map(() => MikroORM.init(ormOptions(database.url, [licensingTables]))));
    processes = orms.map(({ em }) => new PgLicenseKeys(em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false)));
    pool = await pgPool(orms[0]!.em);
  });
  afterAll(async () => {
    for (const orm of orms) await orm.close(true);
    await drop();
  });

  const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows;
  const eventsOf = async (id: string): Promise<string[]> =>
    (await query<{ name: string }>('select name from platform.outbox where aggregate_id = $1 order by id', id)).map(
      ({ name }) => name,
    );
  const announce = (day: number, organizationId: string) =>
    new AnnounceExpiriesHandler(processes[0]!, processes[0]!, { now: () => daysAfter(day) }).execute(
      new AnnounceExpiries(undefined, organizationId),
    );
  const expiring = async (organizationId: string, days: number) => {
    const key = aLicenseKey().of(organizationId).expiredOn(daysAfter(days).toISOString()).newUnsaved();
    await processes[0]!.addAll([key]);
    return key;
  };

  expiryNoticesContract(() => ({ processes, eventsOf }));

  test('a worker that is killed before the commit has announced nothing, and the next one announces it once', async () => {
    const organizationId = randomUUID();
    const key = await expiring(organizationId, 1);
    await query(`create function platform.killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await query(`create trigger killed before insert on platform.outbox for each row
      when (new.name = '${EXPIRED}') execute function platform.killed()`);
    await expect(announce(1, organizationId)).rejects.toThrow('killed');
    await query('drop trigger killed on platform.outbox');
    expect(await eventsOf(key.id)).toEqual(['license_key.created']);
    for (const day of [1, 1, 2]) await announce(day, organizationId);
    expect(await eventsOf(key.id)).toEqual(['license_key.created', EXPIRED]);
  });

  test('keys that the release before stored are announced from when the worker has looked at them', async () => {
    const organizationId = randomUUID();
    const [soon, expired, forever] = [
      await expiring(organizationId, 40),
      await expiring(organizationId, 2),
      aLicenseKey().of(organizationId).newUnsaved(),
    ];
    await processes[0]!.addAll([forever]);
    await query('update licensing.license_keys set notice_at = default where organization_id = $1', organizationId);
    await announce(5, organizationId);
    expect(await processes[0]!.someWithDueNotice(daysAfter(9), organizationId)).toEqual([]);
    for (const day of [10, 33, 39, 40]) await announce(day, organizationId);
    expect((await eventsOf(soon.id)).slice(1)).toEqual([EXPIRING, EXPIRING, EXPIRING, EXPIRED]);
    for (const { id } of [expired, forever]) expect(await eventsOf(id)).toEqual(['license_key.created']);
  });

  test('a key that cannot be decrypted does not keep others from being announced', async () => {
    const organizationId = randomUUID();
    const [broken, key] = [await expiring(organizationId, 1), await expiring(organizationId, 1)];
    await query(`update licensing.license_keys set encrypted_key = '\\x00' where id = $1`, broken.id);
    await expect(announce(1, organizationId)).rejects.toBeInstanceOf(Error);
    expect(await eventsOf(key.id)).toEqual(['license_key.created', EXPIRED]);
  });

  test('what is due is found by an index that has nothing else', async () => {
    await query('analyze licensing.license_keys');
    const { text, values } = dueNotices(200, daysAfter(0));
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      await client.query('set local enable_bitmapscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan Backward using license_keys_by_notice');
      expect(plan).not.toContain('Sort');
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
});
