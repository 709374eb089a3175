import type { Lease } from './lease.ts';
import { licenseState, type LicenseState, type StateSources, storedLease } from './license-state.ts';
import type { LeaseRecord, UnitsRecord } from './records.ts';
import { type NotActivated, type RefusalCode, type Refused, type Result, type Untrusted, untrusted } from './result.ts';

/** Units by the name of their counter. */
export type Units = Readonly<Record<string, number>>;

/** Writes to the storage, or notes that it failed. */
export type Write = (write: () => Promise<void>) => Promise<void>;

/** What is known of the units of an activation before a renewal of its lease. */
export interface UnitsBefore {
  /** The stored lease, which may be that of another activation. */
  readonly token: string | null;
  /** Whether a stored lease says which units the activation has. */
  readonly isKnown: boolean;
  /** Whether a settlement was sent before, whose answer is not stored. */
  readonly isUnanswered: boolean;
  /** Whether the units may be settled and others be taken: it is stored that the application uses none of them any more. */
  readonly isStored: boolean;
  readonly settled: { readonly units_id: string; readonly units: Units } | undefined;
  /** What the application has not used. */
  readonly left: Units;
  /** What the application wants of each lease. */
  readonly wanted: Units;
}

/** A lease that was granted just now, as it is stored. */
export interface Renewed {
  readonly lease: Lease;
  readonly record: LeaseRecord;
  readonly before: UnitsBefore;
  readonly wanted: Units;
}

const isAny = (units: Units): boolean => Object.keys(units).length > 0;
/** A counter may be called `constructor`. */
const unitsIn = (units: Units, counter: string): number | undefined =>
  Object.hasOwn(units, counter) ? units[counter] : undefined;
const without = (units: Units, used: Units): Units =>
  Object.fromEntries(
    Object.entries(units).map(([counter, count]) => [counter, Math.max(0, count - (unitsIn(used, counter) ?? 0))]),
  );

/**
 * Units of counters that came with a lease, and are used without a network (docs/licensing/counters.md). What was granted is in the lease,
 * which is signed; what was used is stored with the ID of the units, before it is allowed.
 */
export class LeasedUnits {
  constructor(private readonly sources: StateSources) {}

  async use(counter: string, units: number): Promise<Result<{ readonly left: number }> | NotActivated> {
    if (!Number.isSafeInteger(units) || units < 1) return refused('INVALID_REQUEST', 422, 'Units are a whole number from 1.');
    const { records } = this.sources;
    return records.locked(async () => {
      const license = await licenseState(this.sources);
      if (!license.usable) return unusable(license);
      const { lease } = license;
      const granted = unitsIn(lease.units, counter);
      if (granted === undefined) return refused('INVALID_REQUEST', 422, `The lease has no units of counter \`${counter}\`.`);
      const record = await this.recordOf(lease);
      if (!record) return refused('UNITS_SETTLED', 403, 'The units of the lease are settled. Renew it.');
      const used = unitsIn(record.used, counter) ?? 0;
      const left = Math.max(0, granted - used);
      if (units > left) {
        return refused('COUNTER_LIMIT_REACHED', 400, `The lease has ${left} units of counter \`${counter}\` left.`);
      }
      await records.writeUnits({ ...record, used: { ...record.used, [counter]: used + units } });
      return { outcome: 'ok', left: left - units };
    });
  }

  /** What is left of each counter of the lease; nothing without one that is usable. */
  async left(): Promise<Units> {
    const license = await licenseState(this.sources);
    if (!license.usable) return {};
    const { lease } = license;
    return without(lease.units, (await this.recordOf(lease))?.used ?? lease.units);
  }

  /** Whether none of the units can be used before the lease is renewed: they were settled, and the answer is not stored. */
  async areSettled(lease: Lease): Promise<boolean> {
    return lease.unitsId !== null && (await this.recordOf(lease)) === undefined;
  }

  /** Stores that the application uses none of its units any more, which the renewal then settles. */
  async settle(activationId: string, write: Write): Promise<UnitsBefore> {
    const { records } = this.sources;
    const before = await this.known(activationId);
    if (before.isStored) return before;
    return records.locked(async () => {
      let known = await this.known(activationId);
      if (known.isStored) return known;
      const record = (await records.units())!;
      await write(async () => {
        await records.writeUnits({ ...record, isSettling: true });
        known = { ...known, isStored: true };
      });
      return known;
    });
  }

  private async known(activationId: string): Promise<UnitsBefore> {
    const { records } = this.sources;
    const token = (await records.lease())?.lease ?? null;
    const stored = await storedLease(this.sources);
    const lease = stored?.activationId === activationId ? stored : undefined;
    const record = await records.units();
    const wanted = record?.activationId === activationId ? record.wanted : {};
    const known = { token, isKnown: lease !== undefined, wanted };
    if (!lease || lease.unitsId === null) {
      return { ...known, isUnanswered: false, isStored: true, settled: undefined, left: {} };
    }
    const isOfLease = record?.unitsId === lease.unitsId;
    // Units of which it is not known what was used count as used.
    const left = without(lease.units, isOfLease ? record.used : lease.units);
    const settled = { units_id: lease.unitsId, units: without(lease.units, left) };
    const isUnanswered = record !== undefined && (!isOfLease || record.isSettling);
    return { ...known, isUnanswered, isStored: !isOfLease || record.isSettling, settled, left };
  }

  /** Stores a lease with its units; false if another license was activated meanwhile. */
  store({ lease, record, before, wanted }: Renewed, write: Write): Promise<boolean> {
    const { records } = this.sources;
    return records.locked(async () => {
      const { activationId, unitsId } = lease;
      if ((await records.license())?.activationId !== activationId) return false;
      const known = await records.units();
      const isOfLease = (known?.unitsId ?? null) === unitsId;
      // Another process has renewed the lease since, and has settled these units.
      if (!isOfLease && ((await records.lease())?.lease ?? null) !== before.token) return true;
      const fresh: Pick<UnitsRecord, 'used' | 'isSettling'> = { used: before.isKnown ? {} : lease.units, isSettling: false };
      // First: a lease whose units have no record counts as used up.
      let isNoted = isOfLease;
      if (known || unitsId !== null || isAny(wanted)) {
        const { used, isSettling } = (isOfLease ? known : undefined) ?? fresh;
        await write(async () => {
          await records.writeUnits({ activationId, wanted, unitsId, used, isSettling });
          isNoted = true;
        });
      }
      if (!isNoted) return true;
      await write(() => records.writeLease(record));
      return true;
    });
  }

  /** What is stored of the units that may be used. */
  private async recordOf({ unitsId }: Lease): Promise<UnitsRecord | undefined> {
    const record = await this.sources.records.units();
    return record && record.unitsId === unitsId && !record.isSettling ? record : undefined;
  }
}

/** What a renewal asks for, one after the other, until the service has so many: what is wanted, or what was left, or nothing. */
export function takesOf(wanted: Units, { settled, left }: UnitsBefore, isRepeated: boolean): Units[] {
  if (!isAny(wanted) || !(settled || isRepeated)) return [wanted];
  const kept = Object.entries(wanted).map(([counter, units]) => [counter, Math.min(units, unitsIn(left, counter) ?? 0)] as const);
  const take = Object.fromEntries(kept.filter(([, units]) => units > 0));
  return [wanted, ...(isAny(take) ? [take] : []), {}];
}

/** The fields of a request that settles units and takes others. */
export const unitsFields = (settled: UnitsBefore['settled'], take: Units): { settled?: unknown; units?: Units } => ({
  ...(settled ? { settled } : {}),
  ...(isAny(take) ? { units: take } : {}),
});

/** Whether the service refuses the units, not the lease. */
export const isAboutUnits = (answer: { readonly outcome: string }, take: Units): answer is Refused =>
  answer.outcome === 'refused' && isAny(take) && isOfUnits(answer as Refused);

const isOfUnits = ({ code, status }: Refused): boolean => code === 'COUNTER_LIMIT_REACHED' || status === 422;

const refused = (code: RefusalCode | 'INVALID_REQUEST', status: number, detail: string): Refused => ({
  outcome: 'refused',
  code,
  status,
  detail,
});

/** Why no units of a lease can be used that is not usable itself. */
function unusable({ reason }: LicenseState & { readonly usable: false }): Refused | NotActivated | Untrusted {
  switch (reason) {
    case 'no_lease':
      return { outcome: 'not_activated' };
    case 'clock_set_back':
      return refused('CLOCK_SET_BACK', 403, 'The clock of the machine shows a time before one that was seen earlier.');
    case 'expired':
      return refused('LEASE_ENDED', 403, 'The lease and its grace are over. Renew it.');
    case 'revoked':
      return refused('REVOKED', 403, 'The license key or the activation of the lease has ended.');
    case 'suspended':
      return refused('DISABLED', 403, 'The license key of the lease is disabled.');
    default:
      return untrusted(reason as Untrusted['fault']);
  }
}
