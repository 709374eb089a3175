import { expiryAfter } from '../keys/expiry.ts';

export type Unit = 'day' | 'week' | 'month' | 'year';

/** Usage counts from 0 in each period. */
export interface UsagePeriodPolicy {
  readonly every: Unit;
}

/** The period that usage was counted in last. Both are boundaries: the end belongs to the next period. */
export interface UsagePeriodState {
  readonly startedAt: string;
  readonly endsAt: string;
}

interface CountedKey {
  readonly policy: { readonly usagePeriod?: UsagePeriodPolicy } | null;
  readonly policyState: { readonly usagePeriod?: UsagePeriodState } | null;
  readonly usage: number;
  readonly createdAt: Date;
}

const APPROXIMATE_DAYS: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 };
const DAY_MS = 86_400_000;

const boundary = (anchor: Date, every: Unit, n: number): Date =>
  every === 'week' ? expiryAfter(anchor, { ttl: 7 * n, timeframe: 'day' }) : expiryAfter(anchor, { ttl: n, timeframe: every });

/** The period that contains a time. Periods count from the anchor, by the calendar in UTC. */
export function periodAt({ every }: UsagePeriodPolicy, anchor: Date, now: Date): UsagePeriodState {
  let n = Math.max(0, Math.floor((now.getTime() - anchor.getTime()) / (APPROXIMATE_DAYS[every] * DAY_MS)));
  while (boundary(anchor, every, n + 1) <= now) n++;
  return { startedAt: boundary(anchor, every, n).toISOString(), endsAt: boundary(anchor, every, n + 1).toISOString() };
}

/** The period that has begun since usage was counted last; undefined if none has. */
export function newPeriod(
  { policy, policyState, createdAt }: Omit<CountedKey, 'usage'>,
  now: Date,
): UsagePeriodState | undefined {
  const usagePeriod = policy?.usagePeriod;
  if (!usagePeriod) return undefined;
  const known = policyState?.usagePeriod;
  return known && now < new Date(known.endsAt) ? undefined : periodAt(usagePeriod, createdAt, now);
}

/** The usage in the period of that time. */
export function usageAt(key: CountedKey, now: Date): number {
  const known = key.policy?.usagePeriod && key.policyState?.usagePeriod;
  return known && now >= new Date(known.endsAt) ? 0 : key.usage;
}
