import type { Status } from './license-key.errors.ts';
import { expiryAnew } from '../policy/expiry-policy.ts';
import { unlessSame } from '../policy/unless-same.ts';
import type { LicenseKeySnapshot, LicenseKeyState } from './license-key-fields.ts';
import type { FollowedTerm, GrantState, GrantedTerms, Terms } from './license-key.types.ts';

const FOLLOWED_TERMS: readonly FollowedTerm[] = ['limitActivations', 'limitUsage', 'expiresAt'];

type FollowedGrantState = Pick<LicenseKeyState, 'grantRevision' | 'statusRevision' | 'setByHand'> & {
  readonly grantId: string | null;
};

/** The benefit grant that a key follows, and what of the key was set by hand and therefore does not. */
export class FollowedGrant {
  constructor(private readonly state: FollowedGrantState) {}

  /** False if the key was issued directly: it follows nothing. */
  get exists(): boolean {
    return this.state.grantId !== null;
  }

  /** Whether a term is that of the benefit, and was not set by hand. */
  follows(term: FollowedTerm): boolean {
    return this.exists && !this.state.setByHand.includes(term);
  }

  /** How often the status was set by hand. Counted only for a key that has a grant. */
  get statusRevision(): number {
    return this.state.statusRevision;
  }

  /** The status was set by hand. Returns how often that happened. */
  countStatusSetByHand(): number {
    this.state.statusRevision += 1;
    return this.state.statusRevision;
  }

  /** Whether the grant has applied the last status set by hand, which does not revoke the key. */
  hasApplied({ keyStatus, keyStatusRevision }: Pick<GrantState, 'keyStatus' | 'keyStatusRevision'>): boolean {
    return keyStatus !== 'revoked' && keyStatusRevision >= this.state.statusRevision;
  }

  /** `terms` were set by hand, and `followed` ones follow the benefit again. */
  noteSetByHand(terms: Terms, followed: Partial<GrantedTerms>): void {
    const { setByHand } = this.state;
    const after = FOLLOWED_TERMS.filter(
      (term) => followed[term] === undefined && (terms[term] !== undefined || setByHand.includes(term)),
    );
    // The same list as long as nothing changes, so that it is not written.
    if (String(after) !== String(setByHand)) this.state.setByHand = after;
  }

  /**
   * Applies the current state of the grant, and returns what it changes in the key; null for a revision that was already applied.
   * A grant that was granted again reactivates a revoked key only. Renewed terms leave the status unchanged, and so does a grant that
   * has not yet applied the last status set by hand. The expiry starts anew with the grant or with another lifetime,
   * unless renewals that were bought decide about it. A key that other purchases renewed stays granted while one of them stands.
   */
  apply(
    grant: GrantState,
    terms: GrantedTerms,
    key: Pick<LicenseKeySnapshot, 'status' | 'policy' | 'policyState' | 'expiresAt'> & {
      readonly hasRenewedTerm: boolean;
      readonly isRenewed: boolean;
    },
    now: Date,
  ): GrantChanges | null {
    const applied = this.state.grantRevision ?? 0;
    if (grant.revision <= applied) return null;
    this.state.grantRevision = grant.revision;
    const { benefitId, ordinal } = grant;
    const isNewState = grant.stateRevision > applied;
    const setsStatus = isNewState && grant.keyStatusRevision >= this.state.statusRevision;
    const restored: Status = grant.keyStatus === 'disabled' ? 'disabled' : 'granted';
    const restoration = setsStatus && key.status === 'revoked' ? { status: restored } : {};
    if (!grant.isGranted) {
      const isKept = key.isRenewed && grant.keyStatus !== 'revoked';
      const ended: Terms = isKept ? restoration : setsStatus ? { status: 'revoked' } : {};
      return { terms: { benefitId, ordinal, ...ended }, isRenewal: false, isNewQuantity: false };
    }
    const startsExpiry = !key.hasRenewedTerm && Math.max(grant.stateRevision, grant.expiryRevision) > applied;
    const expiresAt = startsExpiry ? expiryAnew(key, terms, { now, isRenewal: isNewState }) : null;
    const policy = unlessSame(key.policy, terms.policy);
    const followed = this.followedOf({ ...terms, expiresAt }, startsExpiry);
    return {
      terms: { benefitId, ordinal, ...followed, policy, ...restoration },
      isRenewal: isNewState && !key.hasRenewedTerm,
      isNewQuantity: grant.quantityRevision > applied,
    };
  }

  /** The terms of a benefit that the key takes: not what was set by hand, and the expiry only if it starts anew. */
  private followedOf(terms: GrantedTerms, startsExpiry: boolean): Partial<GrantedTerms> {
    const isFollowed = (term: FollowedTerm): boolean =>
      !this.state.setByHand.includes(term) && (term !== 'expiresAt' || startsExpiry);
    return Object.fromEntries(FOLLOWED_TERMS.filter(isFollowed).map((term) => [term, terms[term]]));
  }
}

/** What a decision about a grant changes in its key. `isRenewal`: the grant was granted again. */
export interface GrantChanges {
  readonly terms: Terms & Partial<GrantedTerms> & { readonly benefitId: string; readonly ordinal: number | null };
  readonly isRenewal: boolean;
  /** The purchase is of another quantity. */
  readonly isNewQuantity: boolean;
}
