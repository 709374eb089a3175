import type { ExpiryPolicy, ExpiryState } from './expiry-policy.ts';
import type { FloatingPolicy } from './floating-policy.ts';

/** The rules of a key beyond its limits, as its benefit sets them. Each feature has a section of its own. */
export interface LicensePolicy {
  readonly expiry?: ExpiryPolicy;
  readonly floating?: FloatingPolicy;
}

/** What a key has to remember for its policy. Each feature has a section of its own. Times are ISO texts: it is stored as JSON. */
export interface PolicyState {
  readonly expiry?: ExpiryState;
}

/** The parts of a key that rules of policies look at. */
export interface KeyWithPolicy {
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
  readonly expiresAt: Date | null;
}

/** `now`, or `before` if it says the same: what is stored as JSON is written when it is another object. */
export const unlessSame = <T>(before: T, now: T): T => (isSame(before, now) ? before : now);

function isSame(some: unknown, other: unknown): boolean {
  if (typeof some !== 'object' || typeof other !== 'object' || some === null || other === null) return some === other;
  const names = Object.keys(some);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(some[name as keyof typeof some], other[name as keyof typeof other]))
  );
}
