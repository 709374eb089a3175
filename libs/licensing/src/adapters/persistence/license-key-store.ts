import type { Pool } from 'pg';
import type { OrganizationClocks } from '#platform/clocks';
import {
  type AggregateStore,
  aggregateStore,
  AuditedPart,
  type BatchReads,
  type BatchStatement,
  type PipelinedTransaction,
} from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { NEEDS_OF } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { COUNT_CHECK_OUTS, type LoadedActivationRow, type PresentedKeyRow } from './license-key-records.ts';
import { loadActivation, readDevices } from './device-records.ts';
import { type LeaseRow, loadLeases } from './lease-records.ts';
import { BatchSearch, firstOf, type KeyRequest, type KeySearch } from './license-key-search.ts';
import type { Loaded } from './license-key-writes.ts';
import { readOverLimit } from './over-limit-statements.ts';
import { READ_TIME } from './usage-reservation-statements.ts';

interface Dependencies {
  readonly pool: () => Promise<Pool>;
  readonly keyring: Keyring;
  readonly clocks: OrganizationClocks;
}

const hasNeeds = ({ to = 'use' }: KeyRequest): boolean => to !== 'use';

interface CountRow {
  readonly keyId: string;
  readonly readAt: number;
  readonly taken: number;
}

/** The locked keys, and the activations and leases read after locking. */
type LockedRows<Row> = [Row[], ...(LoadedActivationRow[] | LeaseRow[])[]];

/** The store of license keys that requests name in one way. */
export const licenseKeyStore = <Which extends KeyRequest, Key extends PresentedLicenseKey, Row extends PresentedKeyRow>(
  search: KeySearch<Which, Key, Row>,
  dependencies: Dependencies,
): AggregateStore<Which, Key> =>
  aggregateStore<Which, Key>(dependencies.pool, {
    name: 'LicenseKey',
    organizationOf: (request) => search.organizationsOf(request)[0],
    notFound: () => new LicenseKeyNotFound(),
    copyOf: (key) => key.copy(),
    auditedOf: auditedOfKey,
    batchOf: (requests) => licenseKeyBatch(search, requests, dependencies),
  });

/** What the audit log has of a key. */
export const auditedOfKey = (key: PresentedLicenseKey): object[] => [
  key,
  ...key.activations.map((each) => new AuditedPart(each, key)),
];

/** How the keys of a batch of requests are locked, loaded and written. */
export function licenseKeyBatch<Which extends KeyRequest, Key extends PresentedLicenseKey, Row extends PresentedKeyRow>(
  search: KeySearch<Which, Key, Row>,
  requests: readonly Which[],
  { keyring, clocks }: Omit<Dependencies, 'pool'>,
): BatchReads<Key> {
  const restored = (row: Row, batch: BatchSearch<Which>): Key => {
    const { encryptedKey, databaseTime, organizationId } = row;
    const string = encryptedKey ? keyring.decrypt(encryptedKey) : batch.nameAt(row.n);
    return search.restore(row, string, databaseTime === null ? undefined : clocks.timeOf(organizationId, databaseTime));
  };
  const batch = new BatchSearch(search, requests, keyring);
  const { lock, activations } = batch;
  const haveNeeds = requests.some(hasNeeds);
  const held = haveNeeds ? [...activations, ...batch.leases(clocks)] : activations;
  return {
    reads: [lock, ...held],
    load: async (read, transaction) => {
      const [locked, ...others] = await lockElsewhere(transaction, batch, held, read as LockedRows<Row>);
      const [keys, byPosition, loaded] = [new Map<string, Key>(), new Map<number, Key>(), new Map<Key, Loaded<Row>>()];
      for (const row of locked) {
        const key = keys.get(row.id) ?? restored(row, batch);
        byPosition.set(row.n, key);
        keys.set(row.id, key);
      }
      loadActivations(keys, others.slice(0, activations.length).flat() as LoadedActivationRow[], clocks);
      if (others.length > activations.length) loadLeases(keys, others.slice(activations.length).flat() as LeaseRow[]);
      const found = batch.positions.map((positions) => byPosition.get(firstOf(positions, byPosition)!));
      if (haveNeeds) await readNeeds(transaction, requests, found, clocks);
      const over: Key[] = [];
      for (const row of locked) if (row.policyState?.overLimit) over.push(keys.get(row.id)!);
      if (over.length > 0) await readOverLimit(transaction, over);
      for (const row of locked) {
        const key = keys.get(row.id)!;
        if (!loaded.has(key)) loaded.set(key, { row, activations: key.activations.length > 0 ? [...key.activations] : NONE });
      }
      return { found, writes: (changed) => search.writes(changed, loaded, keyring) };
    },
  };
}

/** Locks the keys found in the second place, and reads the rest again: what was read before the lock may be outdated. */
async function lockElsewhere<Which extends KeyRequest, Row extends PresentedKeyRow>(
  transaction: PipelinedTransaction,
  batch: BatchSearch<Which>,
  held: readonly BatchStatement[],
  read: LockedRows<Row>,
): Promise<LockedRows<Row>> {
  const again = batch.fallback(read[0]);
  if (again.length === 0) return read;
  const [lockedLater, ...others] = (await transaction.read([...again, ...held])) as LockedRows<Row>;
  return [[...read[0], ...lockedLater], ...others];
}

const NONE: readonly never[] = [];

function loadActivations(
  keys: ReadonlyMap<string, PresentedLicenseKey>,
  rows: readonly LoadedActivationRow[],
  clocks: OrganizationClocks,
): void {
  for (const row of rows) {
    const key = keys.get(row.licenseKeyId);
    if (!key) continue;
    loadActivation(key, row);
    if (row.readAt !== null) key.checkOuts?.readAt(clocks.timeOf(key.organizationId, row.readAt));
  }
}

/** Reads what few commands need of the locked keys, in further round trips. */
async function readNeeds(
  transaction: PipelinedTransaction,
  requests: readonly KeyRequest[],
  found: readonly (PresentedLicenseKey | undefined)[],
  clocks: OrganizationClocks,
): Promise<void> {
  const neededBy = (need: 'slots' | 'time'): PresentedLicenseKey[] => [
    ...new Set(found.flatMap((key, index) => (key && need in NEEDS_OF[requests[index]!.to ?? 'use'] ? key : []))),
  ];
  const takingSlots = neededBy('slots');
  await countCheckOuts(transaction, takingSlots, clocks);
  const ruled = takingSlots.filter(hasRulesForDevices);
  if (ruled.length > 0) await readDevices(transaction, ruled);
  await readTime(transaction, neededBy('time'), clocks);
}

function hasRulesForDevices({ policy }: PresentedLicenseKey): boolean {
  const { match, classes, swaps } = policy?.devices ?? {};
  return Boolean(match ?? classes ?? swaps);
}

/** Only of floating keys of which somebody may check out a slot. */
async function countCheckOuts(
  transaction: PipelinedTransaction,
  takingSlots: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  const keys = new Map(takingSlots.filter(({ checkOuts }) => checkOuts).map((key) => [key.id, key]));
  if (keys.size === 0) return;
  const floating = [...keys.values()].map(({ organizationId, id }) => ({
    organizationId,
    id,
    ahead: clocks.aheadMs(organizationId),
  }));
  const [rows] = (await transaction.read(COUNT_CHECK_OUTS.of(floating))) as [CountRow[]];
  for (const { keyId, readAt, taken } of rows) keys.get(keyId)!.checkOuts!.countedAt(new Date(Math.round(readAt)), taken);
}

async function readTime(
  transaction: PipelinedTransaction,
  keys: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  if (keys.length === 0) return;
  const [[{ databaseTime }]] = (await transaction.read([READ_TIME])) as [[{ databaseTime: number }]];
  for (const key of keys) key.loadedWith({ databaseTime: clocks.timeOf(key.organizationId, databaseTime) });
}
