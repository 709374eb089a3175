import { expiryAfter, type Lifetime } from '#support/periods';
import { hasNoUpdatePeriod } from '../keys/license-key.errors.ts';
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

/** The period that a renewal extends, also where the seller set its end; undefined if there is none. */
export const renewableUpdates = ({ policy, policyState }: UpdatedKey): UpdatesState | undefined =>
  policy?.updates ? policyState?.updates : undefined;

interface UpdatedKey {
  readonly policy: { readonly updates?: UpdatesPolicy } | null;
  readonly policyState: { readonly updates?: UpdatesState } | null;
}

/** The period whose end was set by hand; with null it follows the benefit again. The same state if nothing changes. */
export function updatesUntil({ policy, policyState }: UpdatedKey, until: Date | null): UpdatesState {
  const before = policyState?.updates;
  if (!policy?.updates || !before) throw hasNoUpdatePeriod(until);
  const updates = until
    ? { from: before.from, until: until.toISOString(), isSetByHand: true }
    : updatesFrom(policy.updates, new Date(before.from));
  return updates.until === before.until && Boolean(before.isSetByHand) === (until !== null) ? before : updates;
}
