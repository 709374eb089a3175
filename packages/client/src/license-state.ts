import type { Clock } from './clock.ts';
import type { Signers } from './key-set.ts';
import { type Lease, type LeaseState, verifyLease } from './lease.ts';
import type { Records } from './records.ts';
import { type Fault, orFault } from './result.ts';

/** Whether the application may be used now, decided without a network. */
export type LicenseState =
  | {
      readonly usable: true;
      /** `grace`: the lease is over, and the application may go on until `lease.graceUntil`. */
      readonly state: LeaseState;
      readonly lease: Lease;
      /** The lease should be renewed as soon as there is a network. */
      readonly refreshDue: boolean;
    }
  | {
      readonly usable: false;
      readonly reason: 'no_lease' | 'revoked' | 'suspended' | 'clock_set_back' | Fault;
    };

export interface StateSources {
  readonly records: Records;
  readonly clock: Clock;
  readonly signers: Signers;
  readonly device: string;
}

/** Verifies the stored lease again, as if it had just arrived: the storage belongs to whoever has the machine. */
export async function licenseState({ records, clock, signers, device }: StateSources): Promise<LicenseState> {
  const record = await records.lease();
  if (!record) return { usable: false, reason: 'no_lease' };
  if (await clock.wasSetBack()) return { usable: false, reason: 'clock_set_back' };
  const licenseKeyId = (await records.license())?.licenseKeyId ?? undefined;
  const now = clock.now();
  const verified = await orFault(() => verifyLease({ ...record, now }, signers, { device, licenseKeyId }));
  if ('outcome' in verified) return { usable: false, reason: verified.fault };
  if (record.status !== 'valid') return { usable: false, reason: record.status };
  const { lease, state } = verified;
  return { usable: true, state, lease, refreshDue: now >= lease.refreshAfter };
}
