import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgKeyEncryption } from '../src/adapters/persistence/key-encryption.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { PgUnclaimedBatches } from '../src/adapters/persistence/unclaimed-batches.repository.ts';
import { UnclaimedBatch } from '../src/domain/batches/unclaimed-batch.ts';
import { KeyStringsTaken } from '../src/domain/keys/key-issuance.ts';
import { LicenseKey } from '../src/domain/keys/license-key.ts';
import { type FreeEntry, PoolEntryClaimed } from '../src/domain/pools/pool-contents.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, NOW } from './license-key.builder.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const STRINGS = ['ACME-11111111-AAAA-4AAA-8AAA-000000000001', 'ACME-11111111-AAAA-4AAA-8AAA-000000000002'];

let orm: MikroORM;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
});
afterAll(() => close());

const batchesWith = (...secrets: Buffer[]) => new PgUnclaimedBatches(orm.em, new Keyring(secrets));
const keysWith = (...secrets: Buffer[]) => new PgLicenseKeys(orm.em, new Keyring(secrets), new OrganizationClocks(false));

async function stored(organizationId: string, batches = batchesWith(OLD)): Promise<UnclaimedBatch> {
  const attributes = { organizationId, benefitId: randomUUID(), name: 'Boxes', claimUntil: null };
  const batch = UnclaimedBatch.create(attributes, await batches.prepare(STRINGS), NOW);
  await batches.add(batch);
  return batch;
}

const create =
  (organizationId: string) =>
  (entry: FreeEntry): LicenseKey => {
    const owner = { organizationId, customerId: randomUUID(), benefitId: randomUUID(), memberId: null };
    return LicenseKey.create(
      { ...owner, ...entry, stringKind: 'generated', limitActivations: null, limitUsage: null, expiresAt: null },
      NOW,
    );
  };

async function claim(organizationId: string, typed: string, batches = batchesWith(OLD)): Promise<string> {
  const found = (await batches.find(organizationId, typed))!;
  const which = { id: found.batchId, organizations: [randomUUID(), organizationId], entryId: found.id };
  return batches.change(which, (batch) => batch.claim(found.id, create(organizationId), NOW).id);
}

const presented = (organizationId: string, key: string, ...secrets: Buffer[]) =>
  keysWith(...secrets).changePresented({ organizationId, key, at: NOW }, ({ snapshot }) => snapshot.id);

test('strings are found however they are written, and nobody else gets them', async () => {
  const organizationId = randomUUID();
  const batch = await stored(organizationId);
  const found = await batchesWith(OLD).find(organizationId, ` ${STRINGS[0]!.toLowerCase()} `);
  expect(found).toMatchObject({ batchId: batch.id, benefitId: batch.snapshot.benefitId, claimUntil: null, stoppedAt: null });
  expect(await batchesWith(OLD).find(randomUUID(), STRINGS[0]!)).toBeUndefined();
  const another = aLicenseKey().of(organizationId).called(STRINGS[0]!).newUnsaved();
  await expect(keysWith(OLD).addAll([another])).rejects.toBeInstanceOf(KeyStringsTaken);
  await expect(stored(organizationId)).rejects.toBeInstanceOf(KeyStringsTaken);
});

test('a claimed string is a license key, once; what was stopped stays stopped', async () => {
  const organizationId = randomUUID();
  const { id } = await stored(organizationId);
  const unclaimed = await batchesWith(OLD).find(organizationId, STRINGS[0]!);
  await expect(presented(organizationId, STRINGS[0]!, OLD)).rejects.toMatchObject({ code: 'NOT_CLAIMED' });
  const keyId = await claim(organizationId, STRINGS[0]!);
  expect(keyId).toBe(unclaimed!.id);
  expect(await presented(organizationId, STRINGS[0]!, OLD)).toBe(keyId);
  expect(await batchesWith(OLD).find(organizationId, STRINGS[0]!)).toBeUndefined();
  const again = batchesWith(OLD).change({ id, organizations: [organizationId], entryId: keyId }, (batch) =>
    batch.claim(keyId, create(organizationId), NOW),
  );
  await expect(again).rejects.toBeInstanceOf(PoolEntryClaimed);
  await batchesWith(OLD).change({ id, organizations: [organizationId] }, (batch) => batch.update({ isStopped: true }, NOW));
  expect(await batchesWith(OLD).find(organizationId, STRINGS[1]!)).toMatchObject({ stoppedAt: NOW });
  await expect(presented(organizationId, STRINGS[1]!, OLD)).rejects.toMatchObject({ code: 'DISABLED' });
  const { size, claimed } = await batchesWith(OLD).change({ id, organizations: [organizationId] }, ({ snapshot }) => snapshot);
  expect({ size, claimed }).toEqual({ size: 2, claimed: 1 });
});

test('a rotated secret: strings are encrypted again with their digests, and are claimed by them', async () => {
  const organizationId = randomUUID();
  await stored(organizationId);
  await claim(organizationId, STRINGS[0]!, batchesWith(NEW, OLD));
  await new PgKeyEncryption(orm.em, new Keyring([NEW, OLD])).reencrypt();
  const keyId = await claim(organizationId, STRINGS[1]!, batchesWith(NEW));
  expect(await presented(organizationId, STRINGS[1]!, NEW)).toBe(keyId);
});
