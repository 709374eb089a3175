import type { DomainError, JsonValue } from '#kernel';
import type { ChangedFields } from '#support/changes';
import { CounterLimitReached, counterBeyondRange, hasNoCounter } from '../keys/license-key.errors.ts';
import { INT32_MAX } from '../keys/usage-quota.ts';
import { allowanceOf, counterAt, type CountersState, type CountingKey, rulesOf, withCounters } from '#support/counters';

export interface IncrementMetadata {
  readonly [name: string]: string | number | boolean;
}

/** Units that an application adds to a counter. */
export interface Increment {
  readonly counter: string;
  readonly units: number;
  /** What the application says about them. */
  readonly metadata?: IncrementMetadata | null;
  /** Where the request names the counter; left out if as `increment`. */
  readonly path?: readonly string[];
}

/** A key whose counters are used. */
export interface CountedKey extends CountingKey {
  /** Units of the counter that are reserved. */
  reservedOf(counter: string): number;
}

/** Why units are not left; null if they are. `path` is where the request names the counter. */
export function refusalOfUnits(
  key: CountedKey,
  { counter, units }: Increment,
  now: Date,
  path: readonly string[],
): DomainError | null {
  const rules = rulesOf(key, counter);
  if (!rules) return hasNoCounter(path, counter);
  const state = counterAt(key, counter, now);
  const taken = state.used + key.reservedOf(counter);
  if (taken + units > INT32_MAX) return counterBeyondRange(path, units);
  const left = allowanceOf(rules, state) - taken;
  return units > left ? new CounterLimitReached(counter, Math.max(0, left)) : null;
}

/** The counters with units that were used. One that the policy has no more counts nothing. */
export const withUnits = (key: CountingKey, { counter, units }: Increment, now: Date): CountersState => {
  const state = counterAt(key, counter, now);
  return withCounters(key, { [counter]: { ...state, used: state.used + units } });
};

/** Units that are used from now on, by counter. */
export interface SetCounters {
  readonly [counter: string]: number;
}

/** The counters as they are set by hand, and which of them changed. Throws `ValidationFailed` for one that the key has not. */
export function countersSet(
  key: CountingKey,
  given: SetCounters,
  now: Date,
): { readonly counters: CountersState; readonly changes: ChangedFields } {
  const set = Object.entries(given).map(([counter, used]) => {
    if (!rulesOf(key, counter)) throw hasNoCounter(['counters', counter], counter);
    const state = counterAt(key, counter, now);
    return { counter, before: state.used, after: { ...state, used, resets: state.resets + 1 } };
  });
  const changed = set.filter(({ before, after }) => before !== after.used);
  const values = (pairs: [string, number][]): JsonValue => Object.fromEntries(pairs);
  const changes: ChangedFields =
    changed.length === 0
      ? {}
      : {
          counters: {
            before: values(changed.map(({ counter, before }) => [counter, before])),
            after: values(changed.map(({ counter, after }) => [counter, after.used])),
          },
        };
  return { counters: withCounters(key, Object.fromEntries(changed.map(({ counter, after }) => [counter, after]))), changes };
}
