import { expiryAfter, type Lifetime } from '../expiry.ts';
import type { GrantedTerms, Terms } from '../license-key.types.ts';
import type { KeyWithPolicy, PolicyState } from './license-policy.ts';

const SECOND_MS = 1000;

/** When the lifetime of a key begins, and what comes after its end. */
export interface ExpiryPolicy {
  readonly begins?: 'issue' | 'first_activation';
  /** How long the key can still be validated after it has expired. */
  readonly graceSeconds?: number;
  /** From when the lifetime counts when the grant returns: from then, from a later expiry, or not at all. */
  readonly renewal?: 'from_now' | 'from_expiry' | 'keep';
  /** That of the benefit; missing if the key does not expire. */
  readonly lifetime?: Lifetime;
}

export interface ExpiryState {
  readonly firstActivatedAt?: string;
  /** Whether the expiry was set by hand, so that the first activation does not set it. */
  readonly isSetByHand?: boolean;
}

const waitsForActivation = ({ policy, policyState }: KeyWithPolicy): boolean =>
  policy?.expiry?.begins === 'first_activation' && policyState?.expiry?.firstActivatedAt === undefined;

/** What an activation changes: the first one starts a lifetime that waited for it. Undefined if nothing changes. */
export function startedBy(key: KeyWithPolicy, now: Date): { policyState: PolicyState; expiresAt: Date | null } | undefined {
  if (!waitsForActivation(key)) return undefined;
  const { policy, policyState, expiresAt } = key;
  const state = policyState?.expiry;
  const lifetime = expiresAt === null && !state?.isSetByHand ? policy?.expiry?.lifetime : undefined;
  return {
    policyState: { ...policyState, expiry: { ...state, firstActivatedAt: now.toISOString() } },
    expiresAt: lifetime ? expiryAfter(now, lifetime) : expiresAt,
  };
}

/** The end of the grace of a key that has expired; null if it has none, or is over it. */
export function graceUntil({ policy, expiresAt }: Pick<KeyWithPolicy, 'policy' | 'expiresAt'>, now: Date): Date | null {
  const seconds = policy?.expiry?.graceSeconds;
  if (!seconds || expiresAt === null || now < expiresAt) return null;
  const end = new Date(expiresAt.getTime() + seconds * SECOND_MS);
  return now < end ? end : null;
}

/** The expiry of a key whose lifetime starts anew. `isRenewal`: because its grant returned, not because the lifetime changed. */
export function expiryAnew(
  key: KeyWithPolicy,
  terms: GrantedTerms,
  { now, isRenewal }: { now: Date; isRenewal: boolean },
): Date | null {
  const { begins, renewal, lifetime } = terms.policy?.expiry ?? {};
  const { expiresAt } = key;
  if (isRenewal && renewal === 'keep' && expiresAt !== null) return expiresAt;
  if (!lifetime) return terms.expiresAt;
  if (isRenewal && renewal === 'from_expiry' && expiresAt !== null && expiresAt > now) return expiryAfter(expiresAt, lifetime);
  if (begins !== 'first_activation') return terms.expiresAt;
  return expiresAt === null && waitsForActivation(key) ? null : expiryAfter(now, lifetime);
}

/** The expiry that follows the benefit again: a lifetime that begins with the first activation counts from there. */
export function expiryFollowed(key: KeyWithPolicy, followed: Partial<GrantedTerms>): Partial<GrantedTerms> {
  const { begins, lifetime } = key.policy?.expiry ?? {};
  if (followed.expiresAt === undefined || begins !== 'first_activation') return followed;
  const activatedAt = key.policyState?.expiry?.firstActivatedAt;
  return { ...followed, expiresAt: lifetime && activatedAt ? expiryAfter(new Date(activatedAt), lifetime) : null };
}

/** Remembers whether the expiry was set by hand. The same state if nothing changes. */
export function stateAfterUpdate(
  { policy, policyState }: KeyWithPolicy,
  terms: Terms,
  followed: Partial<GrantedTerms>,
): PolicyState | null {
  if (policy?.expiry?.begins !== 'first_activation') return policyState;
  if (terms.expiresAt === undefined && followed.expiresAt === undefined) return policyState;
  return { ...policyState, expiry: { ...policyState?.expiry, isSetByHand: terms.expiresAt !== undefined } };
}
