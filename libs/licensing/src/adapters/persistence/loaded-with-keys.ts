import type { OrganizationClocks } from '#platform/clocks';
import { arrayOf, type LoadedRow, type PipelinedTransaction, type StoredProperties } from '#engine/persistence';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { Devices } from '../../domain/devices/devices.ts';
import { NEEDS_OF } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { Lease } from '../../domain/leases/lease.ts';
import { COUNT_CHECK_OUTS } from './check-out-statements.ts';
import { DEVICES_BY_CLASS, DEVICES_OF_KEYS, ENDED_DEVICES, LEASES_OF_DEVICES } from './device-statements.ts';
import { LEASES } from './lease-records.ts';
import type { LeaseMapping } from './license-key.mapping.ts';
import { type LoadedActivationRow, toActivation } from './license-key-records.ts';
import type { KeyRequest } from './license-key-search.ts';
import { READ_TIME } from './usage-reservation-statements.ts';

interface CountRow {
  readonly keyId: string;
  readonly readAt: number;
  readonly taken: number;
}

/** Reads what few commands need of the locked keys, in further round trips. */
export async function readNeeds(
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
  await readDevices(transaction, takingSlots.filter(hasRulesForDevices));
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

interface EndedRow {
  readonly keyId: string;
  readonly device: string | null;
  readonly deviceProfile: DeviceProfile;
  readonly deactivatedAt: number;
}

interface ClassRow {
  readonly keyId: string;
  readonly class: string;
  readonly taken: number;
}

type LeaseRow = LoadedRow<StoredProperties<typeof LeaseMapping>>;

/** Reads the devices of keys that may be activated and have rules for them: one more round trip. Check-outs were counted before. */
async function readDevices(transaction: PipelinedTransaction, ruled: readonly PresentedLicenseKey[]): Promise<void> {
  if (ruled.length === 0) return;
  const leased = ruled.filter(({ leasing }) => leasing);
  const loaded = ruled.flatMap(({ activations }) => activations.map(({ id }) => id));
  const [live, ended, classes, leases] = (await transaction.read([
    { ...DEVICES_OF_KEYS, values: [...namesOf(ruled), arrayOf('uuid', loaded)] },
    { ...ENDED_DEVICES, values: namesOf(ruled.filter(({ policy }) => policy?.devices?.swaps)) },
    {
      ...DEVICES_BY_CLASS,
      values: [
        ...namesOf(ruled),
        arrayOf(
          'timestamptz',
          ruled.map(({ checkOuts }) => checkOuts?.time ?? null),
        ),
      ],
    },
    { ...LEASES_OF_DEVICES, values: namesOf(leased) },
  ])) as [LoadedActivationRow[], EndedRow[], ClassRow[], LeaseRow[]];
  const byId = new Map(ruled.map((key) => [key.id, key]));
  for (const row of live) loadActivation(byId.get(row.licenseKeyId)!, row);
  for (const row of leases) byId.get(row.licenseKeyId)!.leasing!.load(Lease.restore(LEASES.read(row)));
  for (const key of ruled) {
    const endedOfKey = ended.filter(({ keyId }) => keyId === key.id);
    const devices = new Devices(
      classes.filter(({ keyId }) => keyId === key.id).map((row) => [row.class, row.taken]),
      endedOfKey.map((row) => ({ ...row, deactivatedAt: new Date(Math.round(row.deactivatedAt)) })),
    );
    key.loadedWith({ devices });
  }
}

const namesOf = (keys: readonly PresentedLicenseKey[]): unknown[] => [
  arrayOf(
    'uuid',
    keys.map(({ organizationId }) => organizationId),
  ),
  arrayOf(
    'uuid',
    keys.map(({ id }) => id),
  ),
];

/** An activation may have been read without its profile before, for another request; then it is known with it from now on. */
export function loadActivation(key: PresentedLicenseKey, row: LoadedActivationRow): void {
  const isKnown = key.activations.some(({ id }) => id === row.id);
  if (!isKnown || row.deviceProfile !== undefined) key.loadActivation(toActivation(row));
}
