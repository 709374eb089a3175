import { countersBegun } from '#support/counters';
import type { GrantedTerms, Terms } from '../keys/license-key.types.ts';
import { expiryFromActivation, waitsForActivation } from './expiry-policy.ts';
import type { LicensePolicy, PolicyState } from './license-policy.ts';
import { unlessSame } from './unless-same.ts';
import { updatesFrom, updatesRenewed } from './updates-policy.ts';
import { newPeriod, usageAt } from './usage-period-policy.ts';

export { expiryFollowed } from './expiry-policy.ts';

interface KeyWithPolicy {
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly usage: number;
}

/** What the policy of a key changes in it. */
export interface PolicyEffect {
  readonly policyState: PolicyState | null;
  readonly terms: { usage?: number; expiresAt?: Date | null };
}

/** What a new key of the policy remembers. Its update period begins at `start`. */
export function stateWhenIssued(
  policy: LicensePolicy | null,
  start: Date,
  { createdAt, isTrial }: { readonly createdAt: Date; readonly isTrial?: true | undefined },
): PolicyState | null {
  const counters = policy?.counters && countersBegun({ policy, policyState: null, createdAt }, createdAt);
  const state = {
    ...(counters ? { counters } : {}),
    ...(policy?.updates ? { updates: updatesFrom(policy.updates, start) } : {}),
    ...(isTrial ? { isTrial } : {}),
  };
  return Object.keys(state).length === 0 ? null : state;
}

/** The first activation starts a lifetime that waits for it. Null if nothing changes. */
export function ofActivation(key: KeyWithPolicy, now: Date): PolicyEffect | null {
  if (!waitsForActivation(key)) return null;
  return {
    policyState: { ...key.policyState, expiry: { ...key.policyState?.expiry, firstActivatedAt: now.toISOString() } },
    terms: { expiresAt: expiryFromActivation(key, now) },
  };
}

/** A new period of usage may have begun. Null if nothing changes. */
export function ofTime(key: KeyWithPolicy, now: Date): PolicyEffect | null {
  const usagePeriod = newPeriod(key, now);
  return usagePeriod ? { policyState: { ...key.policyState, usagePeriod }, terms: { usage: usageAt(key, now) } } : null;
}

/** Remembers that the expiry was set by hand or follows the benefit again, and that the seller granted the key. */
export function stateAfterUpdate(
  { policy, policyState }: KeyWithPolicy,
  { terms, followed, now }: { terms: Terms; followed: Partial<GrantedTerms>; now: Date },
): PolicyState | null {
  const setsExpiry = terms.expiresAt !== undefined || followed.expiresAt !== undefined;
  const expiry = { ...policyState?.expiry, isSetByHand: terms.expiresAt !== undefined };
  const changes = {
    ...(policy?.expiry?.begins === 'first_activation' && setsExpiry ? { expiry } : {}),
    ...(policy?.checkIn && terms.status === 'granted' ? { checkIn: { grantedAt: now.toISOString() } } : {}),
  };
  return Object.keys(changes).length === 0 ? policyState : { ...policyState, ...changes };
}

/** The update period follows the policy, and is renewed when the grant returns, unless it was set by hand. The same state if nothing changes. */
export function stateAfterSync(
  { policy, policyState: known, createdAt }: KeyWithPolicy,
  now: Date,
  isRenewal: boolean,
): PolicyState | null {
  const counters = policy?.counters && countersBegun({ policy, policyState: known, createdAt }, now);
  const policyState = counters ? { ...known, counters } : known;
  const { updates: before, ...others } = policyState ?? {};
  if (!policy?.updates) return before ? others : policyState;
  if (before?.isSetByHand) return policyState;
  const counted = updatesFrom(policy.updates, before ? new Date(before.from) : createdAt);
  const updates = isRenewal ? updatesRenewed(policy.updates, counted, policy.expiry?.renewal, now) : counted;
  return unlessSame(policyState, { ...others, updates });
}
