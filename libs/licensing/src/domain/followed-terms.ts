import type { Status } from './license-key.errors.ts';
import { expiryAnew } from './policy/expiry-policy.ts';
import { unlessSame } from './policy/unless-same.ts';
import type { FollowedTerm, GrantState, GrantedTerms, LicenseKeySnapshot, Terms } from './license-key.types.ts';

const FOLLOWED_TERMS: readonly FollowedTerm[] = ['limitActivations', 'limitUsage', 'expiresAt'];

/** Of the terms of a benefit, those that its key takes: not what was set by hand, and the expiry only if it starts anew. */
function followedTerms(terms: GrantedTerms, setByHand: readonly FollowedTerm[], startsExpiry: boolean): Partial<GrantedTerms> {
  const isFollowed = (term: FollowedTerm): boolean => !setByHand.includes(term) && (term !== 'expiresAt' || startsExpiry);
  return Object.fromEntries(FOLLOWED_TERMS.filter(isFollowed).map((term) => [term, terms[term]]));
}

/** What is set by hand after a change. The same list if nothing changes, so that it is not written. */
export function setByHandAfter(
  setByHand: readonly FollowedTerm[],
  terms: Terms,
  followed: Partial<GrantedTerms>,
): readonly FollowedTerm[] {
  const after = FOLLOWED_TERMS.filter(
    (term) => followed[term] === undefined && (terms[term] !== undefined || setByHand.includes(term)),
  );
  return String(after) === String(setByHand) ? setByHand : after;
}

/** What the current state of a grant changes in its key, which has `applied` an earlier state. */
export function changesByGrant(
  grant: GrantState,
  terms: GrantedTerms,
  applied: {
    readonly revision: number;
    readonly status: Status;
    readonly statusRevision: number;
    readonly setByHand: readonly FollowedTerm[];
    readonly key: Pick<LicenseKeySnapshot, 'policy' | 'policyState' | 'expiresAt'>;
  },
  now: Date,
): Terms & Partial<GrantedTerms> & { readonly benefitId: string } {
  const setsStatus = grant.stateRevision > applied.revision && grant.keyStatusRevision >= applied.statusRevision;
  const { benefitId } = grant;
  if (!grant.isGranted) return { benefitId, ...(setsStatus ? { status: 'revoked' } : {}) };
  const startsExpiry = Math.max(grant.stateRevision, grant.expiryRevision) > applied.revision;
  const isRenewal = grant.stateRevision > applied.revision;
  const expiresAt = startsExpiry ? expiryAnew(applied.key, terms, { now, isRenewal }) : null;
  const followed = followedTerms({ ...terms, expiresAt }, applied.setByHand, startsExpiry);
  const policy = unlessSame(applied.key.policy, terms.policy);
  const restored = grant.keyStatus === 'disabled' ? 'disabled' : 'granted';
  return { benefitId, ...followed, policy, ...(setsStatus && applied.status === 'revoked' ? { status: restored } : {}) };
}
