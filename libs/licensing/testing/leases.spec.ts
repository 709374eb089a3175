import { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { ormOptions } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { contexts } from '../../../apps/contexts.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import type { OfflinePolicy } from '../src/domain/leases/lease.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { checkOutsContract } from './check-outs.contract.ts';
import { devicesContract } from './devices.contract.ts';
import { leasesContract } from './leases.contract.ts';

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  const allow = async (key: LicenseKey, policy: OfflinePolicy) => void licenseKeys.policies.set(key.benefitId, policy);
  const opened = () => ({
    licenseKeys,
    allow,
    pass: async (_key: LicenseKey, seconds: number) => {
      licenseKeys.databaseTime = new Date(licenseKeys.databaseTime.getTime() + seconds * 1000);
    },
    activationCount: async (key: LicenseKey) => key.activationCount,
  });
  checkOutsContract(opened);
  devicesContract(opened);
  leasesContract(() => ({
    licenseKeys,
    allow,
    letPass: async (key) => {
      const latest = Math.max(...(key.leasing?.leases ?? []).map(({ heldUntil }) => heldUntil.getTime()));
      licenseKeys.databaseTime = new Date(latest);
    },
    activationCount: async (key) => key.activationCount,
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
    licenseKeys = new PgLicenseKeys(orm.em, new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false));
  });
  afterAll(async () => {
    await orm.close(true);
    await drop();
  });

  const allow = async (
    { organizationId, benefitId }: LicenseKey,
    { leaseSeconds, graceSeconds, maxOfflineDevices, held, moves }: OfflinePolicy,
  ) => {
    const offline = {
      lease_seconds: leaseSeconds,
      grace_seconds: graceSeconds,
      max_offline_devices: maxOfflineDevices,
      held,
      moves: moves && { limit: moves.limit, period_days: moves.periodDays },
    };
    await sql(
      `insert into catalog.benefits (id, organization_id, type, description, visibility, deletable, properties, metadata, created_at)
        values (?, ?, 'license_keys', 'A key', 'public', true, ?, '{}', now())`,
      benefitId,
      organizationId,
      JSON.stringify({ offline }),
    );
  };
  const activationCount = async ({ id }: LicenseKey) => {
    const rows = await sql<{ count: number }>('select activation_count as count from licensing.license_keys where id = ?', id);
    return rows[0]!.count;
  };

  const opened = () => ({
    licenseKeys,
    allow,
    pass: async ({ id }: LicenseKey, seconds: number) => {
      await sql(
        `update licensing.activations set sweep_at = sweep_at - make_interval(secs => ?),
           checkout_expires_at = checkout_expires_at - make_interval(secs => ?) where license_key_id = ?`,
        seconds,
        seconds,
        id,
      );
      await sql(
        'update licensing.leases set held_until = held_until - make_interval(secs => ?) where license_key_id = ?',
        seconds,
        id,
      );
    },
    activationCount,
  });
  checkOutsContract(opened);
  devicesContract(opened);
  leasesContract(() => ({
    licenseKeys,
    allow,
    letPass: async ({ id }) => void (await sql('update licensing.leases set held_until = now() where license_key_id = ?', id)),
    activationCount,
  }));
});
