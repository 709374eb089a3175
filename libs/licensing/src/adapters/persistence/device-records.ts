import { arrayOf, type LoadedRow, type PipelinedTransaction, type StoredProperties } from '#platform/persistence';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { Devices } from '../../domain/devices/devices.ts';
import { Lease } from '../../domain/leases/lease.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import { DEVICES_BY_CLASS, DEVICES_OF_KEYS, ENDED_DEVICES, LEASES_OF_DEVICES } from './device-statements.ts';
import { LEASES } from './lease-records.ts';
import type { LeaseMapping } from './license-key.mapping.ts';
import { type LoadedActivationRow, toActivation } from './license-key-records.ts';

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
export async function readDevices(transaction: PipelinedTransaction, ruled: readonly LicenseKey[]): Promise<void> {
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
  for (const row of live) attachActivation(byId.get(row.licenseKeyId)!, row);
  for (const row of leases) attachLease(byId.get(row.licenseKeyId)!, row);
  for (const key of ruled) {
    const endedOfKey = ended.filter(({ keyId }) => keyId === key.id);
    key.devices = new Devices(
      classes.filter(({ keyId }) => keyId === key.id).map((row) => [row.class, row.taken]),
      endedOfKey.map((row) => ({ ...row, deactivatedAt: new Date(Math.round(row.deactivatedAt)) })),
    );
  }
}

const namesOf = (keys: readonly LicenseKey[]): unknown[] => [
  arrayOf(
    'uuid',
    keys.map(({ organizationId }) => organizationId),
  ),
  arrayOf(
    'uuid',
    keys.map(({ id }) => id),
  ),
];

/** An activation may have been read without its profile before, for another request. */
export function attachActivation(key: LicenseKey, row: LoadedActivationRow): void {
  const known = key.activations.find((each) => each.id === row.id);
  if (!known) key.activations.push(toActivation(row));
  else if (row.deviceProfile !== undefined) known.deviceProfile = row.deviceProfile;
}

function attachLease({ leasing }: LicenseKey, row: LeaseRow): void {
  const isKnown = leasing!.leases.some(({ activationId }) => activationId === row.activationId);
  if (!isKnown) leasing!.leases.push(LEASES.load(Object.create(Lease.prototype) as Lease, row));
}
