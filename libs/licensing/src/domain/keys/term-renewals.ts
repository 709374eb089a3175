import { waitsForActivation } from '../policy/expiry-policy.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import { renewableUpdates, type UpdatesState } from '../policy/updates-policy.ts';
import type { Status } from './license-key.errors.ts';
import type { Purchase } from './purchased-quantity.ts';
import {
  isStanding,
  NO_RENEWALS,
  type StoredRenewal,
  type RenewedTerm,
  type StoredRenewals,
  type KeyTerm,
  termOf,
} from './stored-renewals.ts';

/** The grant of a purchase that renews a key, as it is now. */
export interface RenewingGrant extends Purchase {
  readonly id: string;
  readonly customerId: string;
  readonly benefitId: string;
  readonly isGranted: boolean;
  readonly revision: number;
  /** When it was bought, if that was earlier. */
  readonly purchasedAt: Date | null;
}

/** The grant that a key was issued for, as it is now. */
export interface IssuingGrant {
  readonly subscriptionId: string | null;
  readonly keyStatus: Status | null;
  readonly keyStatusRevision: number;
}

/** The key that a purchase may renew. */
interface RenewableKey {
  readonly customerId: string;
  readonly benefitId: string;
  readonly status: Status;
  readonly expiresAt: Date | null;
  readonly policy: LicensePolicy | null;
  readonly policyState: PolicyState | null;
  /** Whether the seller set the expiry. */
  readonly hasExpirySetByHand: boolean;
  /** Whether the key is revoked because nothing that was bought for it stands, and not by hand. */
  readonly hasLapsed: boolean;
  /** Whether it was issued for a subscription, so that it ends with that. */
  readonly isOfSubscription: boolean;
}

/** What a decision about a renewing grant makes of the term of a key; `unchanged`, or `refused` for good. */
export type Renewed = 'refused' | 'unchanged' | { readonly term: KeyTerm; readonly isGiven: boolean };

/**
 * The renewals that were bought for a key. Its term is the one before them, extended by each that is given, in the order in which they
 * were bought: what a refund takes back is as if it had not been bought, also what the key was issued for. A term that is another one was
 * decided otherwise, by the seller or the benefit, after the renewals.
 */
export class TermRenewals {
  constructor(private readonly state: { renewals: StoredRenewals | null }) {}

  /** True if this end of the key is the one that its renewals made. */
  areInForce(expiresAt: Date | null): boolean {
    return (this.count('given') > 0 || this.issueHasEnded) && this.made(expiresAt);
  }

  /** Whether a purchase stands that renews the key. */
  get haveStanding(): boolean {
    return this.list.some(isStanding);
  }

  /** Whether nothing stands that was bought for the key, as far as that is known here. */
  get haveAllEnded(): boolean {
    return this.issueHasEnded && !this.haveStanding;
  }

  /** Whether the purchase of this grant is the only one that stands of those that were bought for the key. */
  isAllThatStands(grantId: string): boolean {
    const standing = this.list.filter(isStanding);
    return this.issueHasEnded && standing.length === 1 && standing[0]!.grantId === grantId;
  }

  /** What the key was issued for has ended, or stands again. Returns the term that this makes; null if it makes none. */
  followIssue(isGranted: boolean, key: Pick<RenewableKey, 'expiresAt' | 'policy' | 'policyState'>): KeyTerm | null {
    const { renewals } = this.state;
    if (!renewals || isGranted !== this.issueHasEnded) return null;
    const before = termBefore(key);
    const isMade = this.made(before.expiresAt);
    const updatesMade = this.termOf().updates;
    const isWithoutTermBefore = !isGranted && isMade && !renewals.isSetByHand;
    this.state.renewals = { ...renewals, issueHasEnded: !isGranted, isWithoutTermBefore };
    return isMade ? this.since(before, updatesMade) : null;
  }

  /** Applies the current state of a grant. A purchase is counted from when it was made, or from the later end of the key. */
  follow(grant: RenewingGrant, offered: RenewedTerm, key: RenewableKey, now: Date): Renewed {
    const before = termBefore(key);
    const known = this.find(grant.id);
    if (known?.state === 'refused') return 'refused';
    if (grant.revision <= (known?.grantRevision ?? 0)) return 'unchanged';
    if (!known || known.state === 'waiting') {
      const at = (grant.purchasedAt ?? now).toISOString();
      const forGood = offered.lifetime === null && grant.orderId !== null ? { isForGood: true as const } : {};
      const renewal = { ...offered, ...forGood, grantId: grant.id, grantRevision: grant.revision, at };
      if (!grant.isGranted) return this.keep({ ...renewal, state: 'waiting' });
      if (mayBeRenewed(key, grant) && (this.endWith(key) || addsUpdates(offered, before)))
        return this.give({ ...renewal, state: 'given' }, before, key);
      this.write({ ...renewal, state: 'refused' });
      return 'refused';
    }
    const renewal = { ...known, grantRevision: grant.revision };
    if (grant.isGranted && known.state === 'taken_back') return this.give({ ...renewal, state: 'given' }, before, key);
    if (known.state === 'settled') return this.keep({ ...renewal, hasEnded: !grant.isGranted });
    if (grant.isGranted || known.state !== 'given') return this.keep(renewal);
    if (!this.made(before.expiresAt)) return this.keep({ ...renewal, state: 'settled', hasEnded: true });
    const updatesMade = this.termOf().updates;
    this.write({ ...renewal, state: 'taken_back' });
    return { term: this.since(before, updatesMade), isGiven: false };
  }

  /** Whether the key has or may get an end: nothing that stands was bought once and has none. */
  private endWith({ expiresAt, isOfSubscription, hasLapsed }: RenewableKey): boolean {
    if (expiresAt !== null || hasLapsed) return true;
    const { renewals } = this.state;
    const isIssuedForGood =
      !isOfSubscription && !renewals?.isWithoutTermBefore && (renewals ? renewals.expiresAt === null : true);
    return !isIssuedForGood && !this.list.some((each) => each.isForGood && isStanding(each));
  }

  private give(renewal: StoredRenewal, before: KeyTerm, key: RenewableKey): Renewed {
    if (!this.made(before.expiresAt) || (renewal.updates && !this.madeUpdates(before.updates))) this.settle(before, key);
    const updatesMade = this.termOf().updates;
    this.write(renewal);
    return { term: this.since(before, updatesMade), isGiven: true };
  }

  /** The term that the renewals make, but for updates that were decided otherwise. */
  private since(before: KeyTerm, updatesMade: UpdatesState | undefined): KeyTerm {
    const { expiresAt, updates } = this.termOf();
    return { expiresAt, updates: before.updates?.until === updatesMade?.until ? updates : before.updates };
  }

  private keep(renewal: StoredRenewal): 'unchanged' {
    this.write(renewal);
    return 'unchanged';
  }

  /** Begins anew with the term that the key has; without one, if that has ended. */
  private settle({ expiresAt, updates }: KeyTerm, { hasLapsed, hasExpirySetByHand }: RenewableKey): void {
    const list = this.list.map((each) => (each.state === 'given' ? { ...each, state: 'settled' as const } : each));
    this.state.renewals = {
      expiresAt: expiresAt?.toISOString() ?? null,
      ...(updates ? { updates } : {}),
      ...(hasExpirySetByHand ? { isSetByHand: true } : {}),
      ...(hasLapsed || this.issueHasEnded ? { issueHasEnded: true } : {}),
      ...(hasLapsed ? { isWithoutTermBefore: true } : {}),
      list,
    };
  }

  private write(renewal: StoredRenewal): void {
    const { list, ...rest } = this.state.renewals ?? NO_RENEWALS;
    const isKnown = this.find(renewal.grantId) !== undefined;
    const written = isKnown ? list.map((each) => (each.grantId === renewal.grantId ? renewal : each)) : [...list, renewal];
    this.state.renewals = { ...rest, list: written };
  }

  private find(grantId: string): StoredRenewal | undefined {
    return this.list.find((each) => each.grantId === grantId);
  }

  private get list(): readonly StoredRenewal[] {
    return this.state.renewals?.list ?? NO_RENEWALS.list;
  }

  private get issueHasEnded(): boolean {
    return this.state.renewals?.issueHasEnded ?? false;
  }

  private count(state: StoredRenewal['state']): number {
    return this.list.filter((each) => each.state === state).length;
  }

  /** Whether the renewals that count made this end. */
  private made(expiresAt: Date | null): boolean {
    return this.count('given') + this.count('taken_back') > 0 && this.termOf().expiresAt?.getTime() === expiresAt?.getTime();
  }

  private madeUpdates(updates: UpdatesState | undefined): boolean {
    return this.termOf().updates?.until === updates?.until;
  }

  private termOf(): KeyTerm {
    return termOf(this.state.renewals ?? NO_RENEWALS);
  }
}

const termBefore = (key: Pick<RenewableKey, 'expiresAt' | 'policy' | 'policyState'>): KeyTerm => ({
  expiresAt: key.expiresAt,
  updates: renewableUpdates(key),
});

const addsUpdates = (offered: RenewedTerm, { updates }: KeyTerm): boolean =>
  offered.updates !== undefined && updates !== undefined;

/** A key that was revoked by hand stays revoked, and a term that waits for the first activation has not begun. */
const mayBeRenewed = (key: RenewableKey, { customerId, benefitId }: RenewingGrant): boolean =>
  key.customerId === customerId &&
  key.benefitId === benefitId &&
  (key.status !== 'revoked' || key.hasLapsed) &&
  !waitsForActivation(key);
