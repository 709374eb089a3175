import { DomainError, newId, ValidationFailed } from '#kernel';
import type { CountedKey } from './counting.ts';
import { refusalOfUnits } from './counting.ts';
import { counterAt, type CounterState, type CountersState, rulesOf, withCounters } from '#support/counters';

/** Units of a counter that a device may use without a network. They are used as far as the counter knows, until it says otherwise. */
interface LeasedShare {
  readonly units: number;
  /** How many of them are given back to the counter if they were not used: those that were taken since it began anew. */
  readonly returnable: number;
  /** How often the counter had begun anew when the share was taken. */
  readonly resets: number;
}

/** The units of a lease. Stored as JSON. */
export interface LeasedUnits {
  /** Another one after each settlement. Renewals that only take more keep it. */
  readonly id: string;
  readonly shares: { readonly [counter: string]: LeasedShare };
}

/** What a device says about the units of its lease when it renews it. */
export interface UnitsRequest {
  /** Units to take, beside those that it has. */
  readonly take: { readonly [counter: string]: number };
  /** What it used of the units with this ID, of which it has none any more after that: the rest is given back. */
  readonly settled: { readonly unitsId: string; readonly used: { readonly [counter: string]: number } } | null;
}

/** The counters of the key and the units of the lease after a request. */
export interface TakenUnits {
  readonly counters: CountersState;
  readonly units: LeasedUnits | null;
}

const usesMore = (counter: string, used: number, leased: number): ValidationFailed =>
  ValidationFailed.at(['settled', 'units', counter], `The lease has ${leased} units.`, used, 'less_than_equal');

/**
 * Settles the units of the lease, and takes others. Units that the lease has no more are settled: the device did not get the answer.
 * Returns the refusal instead if not all is possible.
 */
export function unitsAfter(
  key: CountedKey,
  leased: LeasedUnits | null,
  { take, settled }: UnitsRequest,
  now: Date,
): TakenUnits | DomainError {
  const counters = new Map<string, CounterState>();
  const shares = new Map(Object.entries(leased?.shares ?? {}));
  const isSettled = settled !== null && settled.unitsId === leased?.id;
  if (isSettled) {
    for (const [counter, used] of Object.entries(settled.used)) {
      const units = shares.get(counter)?.units ?? 0;
      if (used > units) return usesMore(counter, used, units);
    }
    for (const [counter, share] of shares) {
      const state = rulesOf(key, counter) && counterAt(key, counter, now);
      const used = Object.hasOwn(settled.used, counter) ? settled.used[counter]! : 0;
      if (state?.resets === share.resets)
        counters.set(counter, { ...state, used: Math.max(0, state.used - Math.min(share.units - used, share.returnable)) });
    }
    shares.clear();
  }
  const after = withStates(key, counters);
  for (const [counter, taken] of Object.entries(take)) {
    const refusal = refusalOfUnits(after, { counter, units: taken }, now, ['units', counter]);
    if (refusal) return refusal;
    const state = counterAt(after, counter, now);
    counters.set(counter, { ...state, used: state.used + taken });
    const known = shares.get(counter);
    const returnable = known?.resets === state.resets ? known.returnable : 0;
    shares.set(counter, { units: (known?.units ?? 0) + taken, returnable: returnable + taken, resets: state.resets });
  }
  const id = leased && !isSettled ? leased.id : newId('leased-units');
  return {
    counters: withCounters(key, Object.fromEntries(counters)),
    units: shares.size === 0 ? null : { id, shares: Object.fromEntries(shares) },
  };
}

/** The key as if its counters had these states. */
const withStates = (key: CountedKey, counters: ReadonlyMap<string, CounterState>): CountedKey => ({
  policy: key.policy,
  policyState: { counters: { ...key.policyState?.counters, ...Object.fromEntries(counters) } },
  createdAt: key.createdAt,
  reservedOf: (counter) => key.reservedOf(counter),
});
