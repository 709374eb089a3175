import { expiryAfter, type Lifetime } from '../expiry.ts';
import type { Renewal } from './expiry-policy.ts';

/** A key runs all releases of a period, for as long as it is valid. */
export interface UpdatesPolicy {
  readonly period: Lifetime;
}

export interface UpdatesState {
  /** When the period began, or the last part of it. */
  readonly from: string;
  readonly until: string;
  /** The seller set the end. */
  readonly isSetByHand?: boolean;
}

export const updatesFrom = ({ period }: UpdatesPolicy, start: Date): UpdatesState => ({
  from: start.toISOString(),
  until: expiryAfter(start, period).toISOString(),
});

/** The period of a key whose grant returned. */
export function updatesRenewed(
  policy: UpdatesPolicy,
  before: UpdatesState,
  renewal: Renewal | undefined,
  now: Date,
): UpdatesState {
  if (renewal === 'keep') return before;
  const until = new Date(before.until);
  return updatesFrom(policy, renewal === 'from_expiry' && until > now ? until : now);
}
