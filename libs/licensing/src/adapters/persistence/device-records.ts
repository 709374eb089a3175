import { arrayOf, type LoadedRow, type PipelinedTransaction, type StoredProperties } from '#engine/persistence';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { Devices } from '../../domain/devices/devices.ts';
import { Lease } from '../../domain/leases/lease.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { DEVICES_BY_CLASS, DEVICES_OF_KEYS, ENDED_DEVICES, LEASES_OF_DEVICES } from './device-statements.ts';
import { LEASES } from './lease-records.ts';
import type { LeaseMapping } from './license-key.mapping.ts';
import { type LoadedActivationRow, toActivation } from './license-key-records.ts';

interface EndedRow {
  readonly keyId: string;
  readonly device: string | null;
  readonly installation: string | null;
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
export async function readDevices(transaction: PipelinedTransaction, ruled: readonly PresentedLicenseKey[]): Promise<void> {
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
