import { numberOfPeriod, periodAt, type Unit } from '#support/periods';

/** What may be counted by a counter: any number without a limit. */
export interface CounterRules {
  readonly limit?: number;
  /** It counts from 0 again in each period. */
  readonly period?: Unit;
  /** Units beyond the limit that may be used. */
  readonly overdraft?: number;
  /** How many units that are left at the end of a period may be used in the next one, at most. */
  readonly rollover?: number;
}

/** The counters of a key beside its usage, by their names. */
export interface CountersPolicy {
  readonly [counter: string]: CounterRules;
}

/** What a counter has counted. The period is left out if it has none. */
export interface CounterState {
  readonly used: number;
  /** How often it began anew: units that were taken before that are not given back after it. */
  readonly resets: number;
  readonly startedAt?: string;
  readonly endsAt?: string;
  /** Units of earlier periods that may be used in this one. */
  readonly carriedOver?: number;
}

/** The counters that were used or set so far. */
export interface CountersState {
  readonly [counter: string]: CounterState;
}

export interface CountingKey {
  readonly policy: { readonly counters?: CountersPolicy } | null;
  readonly policyState: { readonly counters?: CountersState } | null;
  readonly createdAt: Date;
}

const NEW: CounterState = { used: 0, resets: 0 };

const own = <T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined;

/** The rules of a counter; undefined if the key has none of this name. */
export const rulesOf = ({ policy }: Pick<CountingKey, 'policy'>, counter: string): CounterRules | undefined =>
  own(policy?.counters, counter);

/** A counter at that time: a period may have ended since it was changed. */
export function counterAt(key: CountingKey, counter: string, now: Date): CounterState {
  const rules = rulesOf(key, counter);
  const known = own(key.policyState?.counters, counter);
  if (!rules?.period) return known ? { used: known.used, resets: known.resets } : NEW;
  const period = { every: rules.period };
  if (!known?.endsAt) return { ...NEW, ...known, ...periodAt(period, key.createdAt, now) };
  if (now < new Date(known.endsAt)) return known;
  const unused = numberOfPeriod(period, key.createdAt, now) - numberOfPeriod(period, key.createdAt, new Date(known.endsAt));
  const left = Math.max(0, allowanceOf({ ...rules, overdraft: 0 }, known) - known.used) + unused * (rules.limit ?? 0);
  const carriedOver = Math.min(rules.rollover ?? 0, left);
  return {
    used: 0,
    resets: known.resets + 1,
    ...periodAt(period, key.createdAt, now),
    ...(carriedOver > 0 ? { carriedOver } : {}),
  };
}

/** How many units may be used up to the end of the period, those that were used included. */
export const allowanceOf = ({ limit, overdraft = 0, rollover = 0 }: CounterRules, { carriedOver = 0 }: CounterState): number =>
  limit === undefined ? Infinity : limit + Math.min(carriedOver, rollover) + overdraft;

/** All counters of the key at that time. */
export const countersAt = (key: CountingKey, now: Date): (readonly [string, CounterRules, CounterState])[] =>
  Object.entries(key.policy?.counters ?? {}).map(([name, rules]) => [name, rules, counterAt(key, name, now)]);

/** The stored states with these. Counters that the policy has no more are forgotten. */
export const withCounters = ({ policy, policyState }: CountingKey, changed: CountersState): CountersState =>
  Object.fromEntries(
    Object.entries({ ...policyState?.counters, ...changed }).filter(([name]) => rulesOf({ policy }, name) !== undefined),
  );

/** What rolls over counts from the period in which the key gets its counter, used or not. Undefined if nothing begins. */
export function countersBegun(key: CountingKey, now: Date): CountersState | undefined {
  const begun = countersAt(key, now).filter(([name, { rollover }]) => rollover && !own(key.policyState?.counters, name));
  return begun.length === 0 ? undefined : withCounters(key, Object.fromEntries(begun.map(([name, , state]) => [name, state])));
}
