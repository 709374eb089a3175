import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { ResourceNotFound } from '#kernel';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgBulkChanges } from '../src/adapters/persistence/bulk-changes.repository.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import type { BulkAction } from '#support/bulk-changes';
import { BulkChange } from '../src/domain/bulk/bulk-change.ts';
import { licensingTables } from '../src/index.ts';
import { aLicenseKey, NOW } from './license-key.builder.ts';

const MORE: BulkAction = { type: 'add_activations', count: 2 };
const NOBODY: ReadonlySet<string> = new Set();

let orm: MikroORM;
let close: () => Promise<void>;
let changes: PgBulkChanges;
let keys: PgLicenseKeys;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  const [keyring, clocks] = [new Keyring([Buffer.alloc(32, 1)]), new OrganizationClocks(false)];
  changes = new PgBulkChanges(orm.em, keyring, clocks);
  keys = new PgLicenseKeys(orm.em, keyring, clocks);
});
afterAll(() => close());

async function stored(organizationId: string, limits: readonly number[]): Promise<string[]> {
  const added = limits.map((limit) => aLicenseKey().of(organizationId).limitedTo(limit).newUnsaved());
  await keys.addAll(added);
  return added.map(({ id }) => id).sort();
}

async function begun(organizationId: string, ids: readonly string[], action = MORE): Promise<string> {
  const change = BulkChange.create(organizationId, action, ids.length, NOW);
  await changes.add(change, ids);
  return change.id;
}

const limitsOf = (organizationId: string, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await keys.findSnapshot(id, [organizationId])).limitActivations));
const eventsOf = async (id: string): Promise<string[]> =>
  (
    await orm.em.fork().execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [id])
  ).map(({ name }) => name);

test('a part is stored with its keys, their events and the event of the next part', async () => {
  const organizationId = randomUUID();
  const ids = await stored(organizationId, [1, 1, 1]);
  const id = await begun(organizationId, ids);
  expect(await changes.nextPart(organizationId, id, 2)).toEqual({ action: MORE, licenseKeyIds: ids.slice(0, 2) });
  await changes.change({ organizationId, id, licenseKeyIds: ids.slice(0, 2) }, (change) => change.doPart(NOBODY, NOW));
  expect(await limitsOf(organizationId, ids)).toEqual([3, 3, 1]);
  expect(await changes.nextPart(organizationId, id, 2)).toEqual({ action: MORE, licenseKeyIds: ids.slice(2) });
  await changes.change({ organizationId, id, licenseKeyIds: ids }, (change) => change.doPart(NOBODY, NOW));
  expect(await limitsOf(organizationId, ids)).toEqual([3, 3, 3]);
  expect(await changes.nextPart(organizationId, id, 2)).toBeUndefined();
  expect(await eventsOf(ids[0]!)).toEqual(['license_key.created', 'license_key.updated']);
  expect(await eventsOf(id)).toEqual(['license_key_bulk_change.queued', 'license_key_bulk_change.queued']);
});

test('what was there before is stored, and restored', async () => {
  const organizationId = randomUUID();
  const ids = await stored(organizationId, [1, 4]);
  const id = await begun(organizationId, ids);
  const before = await limitsOf(organizationId, ids);
  const part = { organizationId, id, licenseKeyIds: ids };
  await changes.change(part, (change) => change.doPart(NOBODY, NOW));
  await changes.change({ organizationId, id }, (change) => change.undo(NOW));
  expect((await changes.nextPart(organizationId, id, 100))!.licenseKeyIds).toEqual(ids);
  await changes.change(part, (change) => change.doPart(NOBODY, NOW));
  expect(await limitsOf(organizationId, ids)).toEqual(before);
  expect(await changes.change({ organizationId, id }, (change) => change.snapshot.status)).toBe('undone');
});

test('a change that throws stores nothing', async () => {
  const organizationId = randomUUID();
  const ids = await stored(organizationId, [1]);
  const id = await begun(organizationId, ids);
  const failing = changes.change<void>({ organizationId, id, licenseKeyIds: ids }, (change) => {
    change.doPart(NOBODY, NOW);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await limitsOf(organizationId, ids)).toEqual([1]);
});

test('bulk changes of the same key that share a transaction both count', async () => {
  const organizationId = randomUUID();
  const ids = await stored(organizationId, [1]);
  const [one, other] = [await begun(organizationId, ids), await begun(organizationId, ids)];
  await Promise.all(
    [one, other].map((id) => changes.change({ organizationId, id, licenseKeyIds: ids }, (change) => change.doPart(NOBODY, NOW))),
  );
  expect(await limitsOf(organizationId, ids)).toEqual([5]);
});

test('keys and bulk changes of other organizations are not found', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  const ids = await stored(theirs, [1]);
  const id = await begun(theirs, ids);
  expect(await changes.organizationOf(id, [ours, theirs])).toBe(theirs);
  await expect(changes.organizationOf(id, [ours])).rejects.toThrow(ResourceNotFound);
  await expect(changes.change({ organizationId: ours, id }, () => undefined)).rejects.toThrow(ResourceNotFound);
  expect(await changes.nextPart(ours, id, 100)).toBeUndefined();
  expect(await changes.keys(ours, ids)).toEqual([]);

  const foreign = await begun(ours, ids);
  await changes.change({ organizationId: ours, id: foreign, licenseKeyIds: ids }, (change) => change.doPart(NOBODY, NOW));
  expect(await changes.change({ organizationId: ours, id: foreign }, ({ snapshot }) => snapshot)).toMatchObject({
    status: 'done',
    changed: 0,
    refused: 1,
  });
  expect(await limitsOf(theirs, ids)).toEqual([1]);
});

test('keys are read with what decides about them', async () => {
  const organizationId = randomUUID();
  const [id] = await stored(organizationId, [3]);
  expect(await changes.keys(organizationId, [id!, randomUUID()])).toEqual([
    {
      id,
      displayKey: expect.stringContaining('****-'),
      customerId: expect.any(String),
      memberId: null,
      status: 'granted',
      expiresAt: null,
      limitActivations: 3,
      limitUsage: null,
      benefitId: expect.any(String),
      grantId: null,
      follows: expect.any(Function),
      isOfDeletedCustomer: false,
    },
  ]);
  const { customerId } = (await changes.keys(organizationId, [id!]))[0]!;
  await keys.recordDeletion(organizationId, customerId);
  expect(await changes.keys(organizationId, [id!])).toMatchObject([{ isOfDeletedCustomer: true }]);
});
