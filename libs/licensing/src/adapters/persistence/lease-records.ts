import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import { Lease } from '../../domain/leases/lease.ts';
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
} & (LeaseProperties | { readonly [P in keyof LeaseProperties]: null });

/** Loads into each key the leases that were read for it. */
export function loadLeases(keys: ReadonlyMap<string, PresentedLicenseKey>, rows: readonly LeaseRow[]): void {
  for (const row of rows) {
    const key = keys.get(row.keyId);
    if (!key) continue;
    const { leasing = new Leasing(new Date(Math.round(row.now)), policyOf(row), row.held) } = key;
    if (!key.leasing) key.loadedWith({ leasing });
    if (row.activationId !== null) leasing.load(Lease.restore(LEASES.read(row)));
  }
}

const policyOf = ({ leaseSeconds, graceSeconds, maxOfflineDevices }: LeaseRow) =>
  leaseSeconds === null ? null : { leaseSeconds, graceSeconds: graceSeconds!, maxOfflineDevices: maxOfflineDevices! };
