import { expiryAfter, type Lifetime } from '#support/periods';

const SECOND_MS = 1000;

/** From when what starts anew counts when the grant returns: from then, from a later end, or not at all. */
export type Renewal = 'from_now' | 'from_expiry' | 'keep';

/** When the lifetime of a key begins, and what comes after its end. */
export interface ExpiryPolicy {
  readonly begins?: 'issue' | 'first_activation';
  /** How long the key can still be validated after it has expired. */
  readonly graceSeconds?: number;
  readonly renewal?: Renewal;
  /** That of the benefit; missing if the key does not expire. */
  readonly lifetime?: Lifetime;
}

export interface ExpiryState {
  readonly firstActivatedAt?: string;
  /** Whether the expiry was set by hand, so that the first activation does not set it. */
  readonly isSetByHand?: boolean;
}

interface Expiring {
  readonly policy: { readonly expiry?: ExpiryPolicy } | null;
  readonly expiresAt: Date | null;
}

interface ExpiringKey extends Expiring {
  readonly policyState: { readonly expiry?: ExpiryState } | null;
}

/** Whether the key has a lifetime that begins with the first activation, which has not happened. */
export const waitsForActivation = ({ policy, policyState }: ExpiringKey): boolean =>
  policy?.expiry?.begins === 'first_activation' && policyState?.expiry?.firstActivatedAt === undefined;

/** The expiry that the first activation sets. */
export function expiryFromActivation({ policy, policyState, expiresAt }: ExpiringKey, now: Date): Date | null {
  const lifetime = policy?.expiry?.lifetime;
  return lifetime && expiresAt === null && !policyState?.expiry?.isSetByHand ? expiryAfter(now, lifetime) : expiresAt;
}

/** The end of the grace of a key that has expired; null if it has none, or is over it. */
export function graceUntil({ policy, expiresAt }: Expiring, now: Date): Date | null {
  const seconds = policy?.expiry?.graceSeconds;
  if (!seconds || expiresAt === null || now < expiresAt) return null;
  const end = new Date(expiresAt.getTime() + seconds * SECOND_MS);
  return now < end ? end : null;
}

/** The expiry of a key whose lifetime starts anew. `isRenewal`: because its grant returned, not because the lifetime changed. */
export function expiryAnew(
  key: ExpiringKey,
  terms: Expiring,
  { now, isRenewal }: { now: Date; isRenewal: boolean },
): Date | null {
  const { begins, renewal, lifetime } = terms.policy?.expiry ?? {};
  const { expiresAt } = key;
  if (isRenewal && renewal === 'keep' && expiresAt !== null) return expiresAt;
  if (!lifetime) return terms.expiresAt;
  if (isRenewal && renewal === 'from_expiry' && expiresAt !== null && expiresAt > now) return expiryAfter(expiresAt, lifetime);
  if (begins !== 'first_activation') return terms.expiresAt;
  const waits = key.policyState?.expiry?.firstActivatedAt === undefined;
  return waits && expiresAt === null ? null : expiryAfter(now, lifetime);
}

/** The expiry that follows the benefit again: a lifetime that begins with the first activation counts from there. */
export function expiryFollowed<Terms extends { readonly expiresAt?: Date | null }>(key: ExpiringKey, followed: Terms): Terms {
  const { begins, lifetime } = key.policy?.expiry ?? {};
  if (followed.expiresAt === undefined || begins !== 'first_activation') return followed;
  const activatedAt = key.policyState?.expiry?.firstActivatedAt;
  return { ...followed, expiresAt: lifetime && activatedAt ? expiryAfter(new Date(activatedAt), lifetime) : null };
}
