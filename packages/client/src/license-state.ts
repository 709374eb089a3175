import type { Clock } from './clock.ts';
import type { Signers } from './key-set.ts';
import { type Expected, type Lease, type LeaseState, provenLease, verifyLease } from './lease.ts';
import type { LeaseRecord, Records } from './records.ts';
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
      /** `clock_set_back`: the clock of the machine is wrong, and only that is. */
      readonly reason:
        'no_lease' | 'revoked' | 'suspended' | 'clock_set_back' | 'unsupported_runtime' | Exclude<Fault, 'not_yet_valid'>;
    };

export interface StateSources {
  readonly records: Records;
  readonly clock: Clock;
  readonly signers: Signers;
  readonly deviceId: () => Promise<string>;
  readonly benefitIds: readonly string[] | undefined;
}

/** Verifies the stored lease again, as if it had just arrived: the storage belongs to whoever has the machine. */
export async function licenseState(sources: StateSources): Promise<LicenseState> {
  const { records, clock, signers } = sources;
  const record = await records.lease();
  if (!record) return { usable: false, reason: 'no_lease' };
  const now = await clock.time();
  if (now === undefined) return { usable: false, reason: 'clock_set_back' };
  const verified = await orFault(async () => verifyLease({ ...record, now }, signers, await expectedIn(record, sources)));
  if ('outcome' in verified) return { usable: false, reason: reasonOf(verified) };
  if (record.status !== 'valid') return { usable: false, reason: record.status };
  const { lease, state } = verified;
  const isOfActivation = (await records.license())?.activationId === lease.activationId;
  return { usable: true, state, lease, refreshDue: now >= lease.refreshAfter || !isOfActivation };
}

/** The stored lease, whatever the time is; undefined if there is none for this device, or it was ended. */
export async function storedLease(sources: StateSources): Promise<Lease | undefined> {
  const record = await sources.records.lease();
  if (record?.status !== 'valid') return undefined;
  const proven = await orFault(async () => provenLease(record, sources.signers, await expectedIn(record, sources)));
  return 'outcome' in proven ? undefined : proven;
}

const expectedIn = async ({ licenseKeyId }: LeaseRecord, { deviceId, benefitIds }: StateSources): Promise<Expected> => ({
  device: await deviceId(),
  benefitIds,
  licenseKeyId: licenseKeyId ?? undefined,
});

type Reason = (LicenseState & { readonly usable: false })['reason'];

/** A lease was issued before it is stored: that it is not valid yet is the fault of the clock. */
function reasonOf(
  problem: { readonly outcome: 'untrusted'; readonly fault: Fault } | { readonly outcome: 'unsupported' },
): Reason {
  if (problem.outcome === 'unsupported') return 'unsupported_runtime';
  return problem.fault === 'not_yet_valid' ? 'clock_set_back' : problem.fault;
}
