import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { contexts } from '../../../apps/contexts.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { leasesContract } from './leases.contract.ts';

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  leasesContract(() => ({
    licenseKeys,
    allow: async (key, policy) => void licenseKeys.policies.set(key.benefitId, policy),
    letPass: async (key) => {
      const latest = Math.max(...(key.leasing?.leases ?? []).map(({ heldUntil }) => heldUntil.getTime()));
      licenseKeys.databaseTime = new Date(latest);
    },
    activationCount: async (key) => (key as unknown as { activationCount: number }).activationCount,
  }));
});

describe('in PostgreSQL', () => {
  let orm: MikroORM;
  let drop: () => Promise<void>;
  let licenseKeys: PgLicenseKeys;
  const sql = <T = unknown>(text: string, ...values: unknown[]) => orm.em.fork().execute<T[]>(text, values);

  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    orm = await MikroORM.init(ormOptions(database.url, contexts));
    licenseKeys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]));
  });
  afterAll(async () => {
    await orm.close(true);
    await drop();
  });

  leasesContract(() => ({
    licenseKeys,
    allow: async ({ organizationId, benefitId }, { leaseSeconds, graceSeconds, maxOfflineDevices }) => {
      const offline = { lease_seconds: leaseSeconds, grace_seconds: graceSeconds, max_offline_devices: maxOfflineDevices };
      await sql(
        `insert into catalog.benefits (id, organization_id, type, description, visibility, deletable, properties, metadata, created_at)
          values (?, ?, 'license_keys', 'A key', 'public', true, ?, '{}', now())`,
        benefitId,
        organizationId,
        JSON.stringify({ offline }),
      );
    },
    letPass: async ({ id }) => void (await sql('update licensing.leases set held_until = now() where license_key_id = ?', id)),
    activationCount: async ({ id }) => {
      const rows = await sql<{ count: number }>('select activation_count as count from licensing.license_keys where id = ?', id);
      return rows[0]!.count;
    },
  }));
});
