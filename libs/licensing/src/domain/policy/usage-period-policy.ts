import { type Period, periodAt, type Unit } from '#support/periods';

/** Usage counts from 0 in each period. */
export interface UsagePeriodPolicy {
  readonly every: Unit;
}

/** The period that usage was counted in last. */
export type UsagePeriodState = Period;

interface CountedKey {
  readonly policy: { readonly usagePeriod?: UsagePeriodPolicy } | null;
  readonly policyState: { readonly usagePeriod?: UsagePeriodState } | null;
  readonly usage: number;
  readonly createdAt: Date;
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
