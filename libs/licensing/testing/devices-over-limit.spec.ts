import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions, pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { dueReleases } from '../src/adapters/persistence/over-limit-statements.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { licensingTables } from '../src/index.ts';
import { devicesOverLimitContract } from './devices-over-limit.contract.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { NOW } from './license-key.builder.ts';

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  devicesOverLimitContract(() => ({
    processes: [licenseKeys],
    eventsOf: async (id) =>
      licenseKeys.events
        .filter((event) => event.aggregateId === id)
        .map(({ name, payload }) => ({ name, reason: (payload as { reason?: string | null }).reason ?? null })),
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

  devicesOverLimitContract(() => ({
    processes,
    eventsOf: async (id) =>
      (
        await pool.query<{ name: string; reason: string | null }>(
          `select name, payload ->> 'reason' as reason from platform.outbox where aggregate_id = $1 order by id`,
          [id],
        )
      ).rows,
  }));

  test('what is due is found by an index that has nothing else', async () => {
    await pool.query('analyze licensing.license_keys');
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      await client.query('set local enable_bitmapscan = off');
      const { text, values } = dueReleases(200, NOW);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using license_keys_by_release');
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
});
