import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { DeviceProfile } from '../../domain/devices/device-profile.ts';
import { type HeldRule, Lease, type OfflinePolicy } from '../../domain/leases/lease.ts';
import { Leasing } from '../../domain/leases/leasing.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { LeaseMapping } from './license-key.mapping.ts';

export const LEASES = BatchTable.of(LeaseMapping);

type LeaseProperties = LoadedRow<StoredProperties<typeof LeaseMapping>>;

/** What is read for a request about leases, and one of the leases of its key, or none. */
export type LeaseRow = {
  readonly keyId: string;
  readonly now: number;
  readonly held: number;
  readonly leaseSeconds: number | null;
  readonly graceSeconds: number | null;
  readonly maxOfflineDevices: number | null;
  readonly heldRule: HeldRule | null;
  readonly movesLimit: number | null;
  readonly movesPeriodDays: number | null;
  readonly endedDevice: string | null;
  readonly endedInstallation: string | null;
  readonly endedProfile: DeviceProfile | null;
  /** Null unless the activation of the lease has ended. */
  readonly deactivatedAt: number | null;
  readonly isActiveAgain: boolean;
  readonly hasPlace: boolean;
} & (LeaseProperties | { readonly [P in keyof LeaseProperties]: null });

/** Loads into each key the leases that were read for it. */
export function loadLeases(keys: ReadonlyMap<string, PresentedLicenseKey>, rows: readonly LeaseRow[]): void {
  for (const row of rows) {
    const key = keys.get(row.keyId);
    if (!key) continue;
    const { leasing = Leasing.of(new Date(Math.round(row.now)), policyOf(row), row.held) } = key;
    if (!key.leasing) key.loadedWith({ leasing });
    if (row.activationId !== null) leasing.load(Lease.restore(LEASES.read(row)), endedDeviceOf(row, key));
  }
}

function policyOf(row: LeaseRow): OfflinePolicy | null {
  const { leaseSeconds, graceSeconds, maxOfflineDevices, heldRule, movesLimit, movesPeriodDays } = row;
  if (leaseSeconds === null) return null;
  const moves = movesLimit === null ? undefined : { limit: movesLimit, periodDays: movesPeriodDays! };
  return { leaseSeconds, graceSeconds: graceSeconds!, maxOfflineDevices: maxOfflineDevices!, held: heldRule ?? undefined, moves };
}

/** Where devices are compared, another one may have the same ID. */
const endedDeviceOf = (
  {
    endedDevice: device,
    endedInstallation: installation,
    endedProfile: deviceProfile,
    deactivatedAt,
    hasPlace,
    ...row
  }: LeaseRow,
  { policy }: PresentedLicenseKey,
) =>
  deactivatedAt === null
    ? undefined
    : {
        device,
        installation,
        deviceProfile,
        hasPlace,
        deactivatedAt: new Date(Math.round(deactivatedAt)),
        isActiveAgain: row.isActiveAgain && !policy?.devices?.match,
      };
