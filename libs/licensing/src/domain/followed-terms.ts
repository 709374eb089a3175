import type { FollowedTerm, GrantedTerms, Terms } from './license-key.types.ts';

const FOLLOWED_TERMS: readonly FollowedTerm[] = ['limitActivations', 'limitUsage', 'expiresAt'];

/** Of the terms of a benefit, those that its key takes: not what was set by hand, and the expiry only if it starts anew. */
export function followedTerms(
  terms: GrantedTerms,
  setByHand: readonly FollowedTerm[],
  startsExpiry: boolean,
): Partial<GrantedTerms> {
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
