import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgKeyEncryption } from '../src/adapters/persistence/key-encryption.repository.ts';
import { PgKeyPools } from '../src/adapters/persistence/key-pools.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { KeyPool } from '../src/domain/pools/key-pool.ts';
import { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { FreeEntry } from '../src/domain/pools/pool-contents.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryKeyPools } from './in-memory-key-pools.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { keyPoolsContract } from './key-pools.contract.ts';
import { aLicenseKey, NOW } from './license-key.builder.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const aKeyOf = (organizationId: string) => (entry: FreeEntry) => {
  const owner = { organizationId, customerId: randomUUID(), benefitId: randomUUID(), memberId: null };
  return LicenseKey.create({ ...owner, limitActivations: null, limitUsage: null, expiresAt: null, ...entry }, NOW);
};

describe('in memory', () => {
  const licenseKeys = new InMemoryLicenseKeys();
  const pools = new InMemoryKeyPools(licenseKeys);
  keyPoolsContract(() => ({
    licenseKeys,
    pools,
    eventsOf: async (id) => licenseKeys.events.filter((event) => event.aggregateId === id).map((event) => event.name),
  }));
});

describe('in PostgreSQL', () => {
  let orm: MikroORM;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ orm, close } = await freshOrm(licensingTables));
  });
  afterAll(() => close());

  describe.each([
    ['one secret key', [OLD]],
    ['two secret keys, while they are rotated', [NEW, OLD]],
  ])('with %s', (_name, masters) => {
    keyPoolsContract(() => ({
      licenseKeys: new PgLicenseKeys(orm.em, new Keyring(masters), new OrganizationClocks(false)),
      pools: new PgKeyPools(orm.em, new Keyring(masters)),
      eventsOf: async (id) => {
        const outbox = 'select name from platform.outbox where aggregate_id = ? order by id';
        const rows = await orm.em.fork().execute<{ name: string }[]>(outbox, [id]);
        return rows.map(({ name }) => name);
      },
    }));
  });

  test('a rotated secret: entries become keys, stay taken and are encrypted again with their digests', async () => {
    const poolsWith = (...secrets: Buffer[]) => new PgKeyPools(orm.em, new Keyring(secrets));
    const key = aLicenseKey().newUnsaved();
    const { organizationId } = key;
    const pool = KeyPool.create({ organizationId, benefitId: key.benefitId, name: 'Old', lowThreshold: 0 }, NOW);
    const which = { id: pool.id, organizations: [organizationId] };
    await poolsWith(OLD).add(pool);
    const prepared = await poolsWith(OLD).prepare(['PUBLISHER-ROTATED-1', 'PUBLISHER-ROTATED-2']);
    await poolsWith(OLD).change(which, (found) => found.add(prepared, NOW));

    const keysWith = (...secrets: Buffer[]) => new PgLicenseKeys(orm.em, new Keyring(secrets), new OrganizationClocks(false));
    const read = (secret: Buffer, string: string) =>
      keysWith(secret).changePresented({ organizationId, key: string, at: NOW }, (found) => found.snapshot.key);
    await poolsWith(NEW, OLD).change({ ...which, free: 1 }, (found) => void found.issue(key.id, aKeyOf(organizationId), NOW));
    expect(await read(NEW, 'PUBLISHER-ROTATED-1')).toBe('PUBLISHER-ROTATED-1');

    await new PgKeyEncryption(orm.em, new Keyring([NEW, OLD])).reencrypt();
    const taken = { positions: [0] };
    await expect(keysWith(NEW).assertFree(organizationId, ['PUBLISHER-ROTATED-2'])).rejects.toMatchObject(taken);
    await poolsWith(NEW).change({ ...which, free: 1 }, (found) => void found.issue(key.id, aKeyOf(organizationId), NOW));
    expect(await read(NEW, 'PUBLISHER-ROTATED-2')).toBe('PUBLISHER-ROTATED-2');
    const stored = `select 1 from licensing.pool_entries where organization_id = $1 and encrypted_key is not null`;
    expect((await (await pgPool(orm.em)).query(stored, [organizationId])).rowCount).toBe(0);
  });
});
