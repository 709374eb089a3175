import { BatchTable, type LoadedRow, type StoredProperties } from '#platform/persistence';
import { Lease } from '../../domain/leases/lease.ts';
import { Leasing } from '../../domain/leases/leasing.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
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

/** Attaches to each key the leases that were read for it. */
export function attachLeases(keys: ReadonlyMap<string, LicenseKey>, rows: readonly LeaseRow[]): void {
  for (const row of rows) {
    const key = keys.get(row.keyId);
    if (!key) continue;
    key.leasing ??= new Leasing(new Date(Math.round(row.now)), policyOf(row), row.held);
    const { leases } = key.leasing;
    if (row.activationId === null || leases.some(({ activationId }) => activationId === row.activationId)) continue;
    leases.push(LEASES.load(Object.create(Lease.prototype) as Lease, row));
  }
}

const policyOf = ({ leaseSeconds, graceSeconds, maxOfflineDevices }: LeaseRow) =>
  leaseSeconds === null ? null : { leaseSeconds, graceSeconds: graceSeconds!, maxOfflineDevices: maxOfflineDevices! };
