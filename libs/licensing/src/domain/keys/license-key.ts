import { type ChangedFields, changedFields } from '#support/changes';
import { activationsBefore } from '../activations/activations-before.ts';
import type { Leasing } from '../leases/leasing.ts';
import { countersSet } from '../counters/counting.ts';
import { assertCountsSwaps } from '../policy/device-swaps.ts';
import * as effects from '../policy/policy-effects.ts';
import { type UpdatesState, updatesUntil } from '../policy/updates-policy.ts';
import { LicenseKeyExpired, LicenseKeyExpiring, LicenseKeyTrialStarted } from './expiry.events.ts';
import { dueNotice, firstNotice, isDue } from './expiry-notices.ts';
import { FollowedGrant, type GrantChanges } from './followed-grant.ts';
import { issuedState } from './issued-state.ts';
import { KeyHolder } from './key-holder.ts';
import type { EntitlementPart } from './entitlement-parts.ts';
import { type AttachedPart, KeyEntitlements, type NewGivenPart } from './key-entitlements.ts';
import { KeyString, type ReplacedString } from './key-string.ts';
import { type FoundLeak, type LeakAction, LicenseKeyLeakReported } from './leak.events.ts';
import type { LoadedWithKey } from './loaded-with-key.ts';
import { type LicenseKeySnapshot, type LicenseKeyState, snapshotOf } from './license-key-fields.ts';
import { storedTerms } from './remarks.ts';
import { paymentAfter, type PaymentState } from './standing.ts';
import { hasNoGrant, RotateNotPermitted, type Status } from './license-key.errors.ts';
import * as events from './license-key.events.ts';
import {
  type FollowedTerm,
  type GrantedTerms,
  type GrantState,
  type NewLicenseKey,
  type Terms,
  termsOfImport,
} from './license-key.types.ts';
import { PresentedLicenseKey } from './presented-license-key.ts';
import type { Purchase } from './purchased-quantity.ts';
import type { RenewedTerm } from './stored-renewals.ts';
import { type IssuingGrant, type RenewingGrant, TermRenewals } from './term-renewals.ts';

/** A customer's right to use what a benefit grants, with everything that sellers and purchases decide about it. */
export class LicenseKey extends PresentedLicenseKey {
  declare protected readonly state: LicenseKeyState;
  private readonly holder: KeyHolder;
  private readonly string: KeyString;
  private readonly grant: FollowedGrant;
  private readonly renewals: TermRenewals;
  private readonly entitled: KeyEntitlements;
  private mailIsRequested = false;

  protected constructor(state: LicenseKeyState, loaded?: LoadedWithKey) {
    super(state, loaded);
    this.holder = new KeyHolder(state);
    this.string = new KeyString(state);
    this.grant = new FollowedGrant(state);
    this.renewals = new TermRenewals(state);
    this.entitled = new KeyEntitlements(state);
  }

  static create(attributes: NewLicenseKey, now: Date): LicenseKey {
    const key = new LicenseKey(issuedState(attributes, now));
    if (attributes.entitlements) key.entitled.take(attributes.entitlements.revision, attributes.entitlements.own);
    for (const activation of activationsBefore(key, attributes.history, now)) key.loadActivation(activation);
    key.record(new events.LicenseKeyCreated(key.snapshot, now, attributes.isMailed));
    if (attributes.isTrial) key.record(new LicenseKeyTrialStarted(key.snapshot, now));
    const { terms } = attributes.history ?? {};
    if (terms) key.update(termsOfImport(terms), now);
    key.state.noticeAt = firstNotice(key, now);
    key.noteOverLimit(false, now);
    key.followOverLimit(now);
    return key;
  }

  static override restore(state: LicenseKeyState, loaded?: LoadedWithKey): LicenseKey {
    return new LicenseKey(state, loaded);
  }

  override get snapshot(): LicenseKeySnapshot {
    return snapshotOf(this.state);
  }

  override get stored(): Readonly<LicenseKeyState> {
    return this.state;
  }

  /** When devices beyond those that are granted are released; null if none are to be. */
  get releaseAt(): Date | null {
    return this.state.releaseAt;
  }

  /** True while renewals that were bought decide when the key expires. */
  get hasRenewedTerm(): boolean {
    return this.renewals.areInForce(this.state.expiresAt);
  }

  /** True while a purchase stands that renewed the key. */
  get isRenewed(): boolean {
    return this.renewals.haveStanding;
  }

  /** Whether a term is that of the benefit, and changes with it. */
  follows(term: FollowedTerm): boolean {
    return this.grant.follows(term);
  }

  /** Whether the command lets the key be mailed to its holder. */
  get isMailRequested(): boolean {
    return this.mailIsRequested;
  }

  /** Returns the strings replaced since the last call, and forgets them. */
  pullReplacedStrings(): ReplacedString[] {
    return this.string.pullReplaced();
  }

  /** Forgets reservations of usage that have expired. */
  dropExpiredReservations(): void {
    this.quota.dropExpired(this.databaseTime);
  }

  /** The seller ends the place that the lease of a deactivated device holds. The lease stays invalid, and may be used offline until it is over. */
  endHeldPlace(this: LicenseKey & { readonly leasing: Leasing }, activationId: string, reason: string): void {
    const { leasing } = this;
    const wasOver = this.isOverLimit;
    if (leasing.endPlace(activationId, reason)) this.state.activationCount -= 1;
    this.noteOverLimit(wasOver, leasing.now);
    this.record(new events.LicenseKeyLeaseEnded(this.snapshot, leasing.now, activationId, reason));
  }

  /** The devices beyond those that are granted were released: if there are too many again, that begins anew. */
  endOverLimit(): void {
    this.setPolicyState({ overLimit: undefined });
    this.state.releaseAt = null;
  }

  /** Replaces the key string. The old string stays valid until `previousValidUntil`; `null` ends it immediately. */
  rotate(newKey: string, previousValidUntil: Date | null, now: Date): void {
    const { status, displayKey } = this.state;
    if (status === 'revoked') throw new RotateNotPermitted(status);
    this.string.replace(newKey, previousValidUntil ?? now);
    this.state.modifiedAt = now;
    this.record(new events.LicenseKeyRotated(this.snapshot, now, previousValidUntil, displayKey));
  }

  /**
   * The key was found where others can read it. It is rotated or disabled as its benefit wants, if that changes anything; of a string that
   * was `replaced` and still works, only that string ends. Either can be taken back: by enabling the key, and by rotating it.
   */
  reportLeak(
    leak: FoundLeak,
    response: { readonly wanted: LeakAction; readonly replaced: string | null; readonly newKey: () => string },
    now: Date,
  ): void {
    const { wanted, replaced, newKey } = response;
    const isOver = this.status === 'revoked' || (wanted === 'disable' && this.status === 'disabled');
    const action = isOver ? 'tell' : wanted;
    if (action === 'disable') this.update({ status: 'disabled' }, now);
    if (action === 'rotate' && replaced !== null) this.string.end(replaced, now);
    if (action === 'rotate' && replaced === null) {
      this.rotate(newKey(), null, now);
      this.requestMail(now);
    }
    this.record(new LicenseKeyLeakReported(this.snapshot, now, leak, action));
  }

  /** Lets the key be mailed to whoever holds it. */
  requestMail(now: Date): void {
    this.mailIsRequested = true;
    this.record(new events.LicenseKeyMailRequested(this.snapshot, now));
  }

  /** The customer was merged into another one. `remaining` has the members that took the place of others. */
  moveTo(customerId: string, remaining: ReadonlyMap<string, string>, now: Date): void {
    this.holder.moveTo(customerId, remaining);
    this.state.modifiedAt = now;
  }

  /** The seller gives the key to another customer, who holds it as a whole. The activations `ending` that are live end before. */
  transferTo(
    this: LicenseKey & { readonly leasing: Leasing },
    customerId: string,
    now: Date,
    ending: readonly string[] = [],
  ): void {
    this.holder.assertTransferableTo(customerId, this);
    const ended = new Set(ending);
    for (const { id } of this.activations.filter((each) => each.isLive && ended.has(each.id))) this.deactivate(id, now);
    const previousCustomerId = this.holder.transferTo(customerId);
    this.state.modifiedAt = now;
    this.record(new events.LicenseKeyTransferred(this.snapshot, now, previousCustomerId, false));
  }

  /**
   * A grant of the key went from a customer to another one with its purchase. The key follows the grant that it was issued for, or the one
   * that renewed it after that had ended, unless the seller has given it to somebody else.
   */
  moveWithGrant(
    grantId: string,
    from: string,
    to: { readonly customerId: string; readonly memberId: string | null },
    now: Date,
  ): void {
    if (this.customerId !== from || to.customerId === from) return;
    if (grantId !== this.grantId && !this.renewals.isAllThatStands(grantId)) return;
    this.holder.follow(to);
    this.state.modifiedAt = now;
    this.record(new events.LicenseKeyTransferred(this.snapshot, now, from, true));
  }

  /**
   * Changes the key by hand, and returns how often the status was set so far. Limits and expiry that are set no longer follow the
   * benefit, and `followed` ones do again. Setting the status is a decision even if it stays the same: the grant has to learn of it,
   * because a change of the purchase may be on its way to the key. Otherwise nothing is recorded if no value changes.
   */
  update(terms: Terms, now: Date, followed: Partial<GrantedTerms> = {}): number {
    const { grant } = this;
    const { deviceSwaps, counters = {}, ...fields } = terms;
    if (!grant.exists && Object.keys(followed).length > 0) throw hasNoGrant();
    if (deviceSwaps !== undefined) assertCountsSwaps(this, deviceSwaps);
    const set = countersSet(this, counters, now);
    this.apply(effects.ofTime, now);
    if (deviceSwaps !== undefined) this.beginSwapPeriod(now);
    const values = { ...storedTerms(fields), ...effects.expiryFollowed(this, followed) };
    const others = { ...(deviceSwaps === undefined ? {} : this.setDeviceSwaps(deviceSwaps)), ...set.changes };
    if (set.changes.counters) this.setPolicyState({ counters: set.counters });
    this.changeTerms(values, now, { isByHand: true, others });
    this.state.policyState = effects.stateAfterUpdate(this, { terms, followed, now });
    if (!grant.exists) return grant.statusRevision;
    grant.noteSetByHand(terms, followed);
    if (terms.status === undefined) return grant.statusRevision;
    const revision = grant.countStatusSetByHand();
    this.record(new events.LicenseKeyStatusDecided(this.snapshot, now, revision));
    return revision;
  }

  /** Sets the end of the update period by hand; it stays whatever becomes of benefit and purchase. Null follows the benefit again. */
  setUpdatesUntil(until: Date | null, now: Date): void {
    if (until === null && !this.grant.exists) throw hasNoGrant();
    const updates = updatesUntil(this, until);
    if (updates !== this.policyState?.updates) this.setUpdates(updates, now);
  }

  /** Applies the current state of the grant; a revision that was already applied is ignored. The key moves with it to another benefit. */
  syncWithGrant(grant: GrantState, terms: GrantedTerms, now: Date): GrantChanges | null {
    const changes = this.grant.apply(grant, terms, this, now);
    if (!changes) return null;
    const term = this.renewals.followIssue(grant.isGranted, this);
    this.changeTerms(term ? { ...changes.terms, expiresAt: term.expiresAt } : changes.terms, now);
    this.state.policyState = effects.stateAfterSync(this, now, changes.isRenewal);
    if (term?.updates) this.setPolicyState({ updates: term.updates });
    return changes;
  }

  /**
   * A purchase gives the key more time, however its expiry was set, or no longer does. Returns false if it cannot, which is decided once.
   * A key that was revoked because nothing stood that was bought for it is granted again, and revoked when nothing stands any more.
   * `issuedFor` is null for a key that was issued directly.
   */
  renewFor(
    grant: RenewingGrant,
    offered: RenewedTerm,
    now: Date,
    { quantity = 1, issuedFor = null }: { readonly quantity?: number; readonly issuedFor?: IssuingGrant | null } = {},
  ): boolean {
    const hasLapsed = this.status === 'revoked' && issuedFor !== null && this.grant.hasApplied(issuedFor);
    // An earlier release did not store that the grant of the key had ended.
    if (hasLapsed) this.renewals.followIssue(false, this);
    const isOfSubscription = issuedFor?.subscriptionId !== null && issuedFor !== null;
    const hasExpirySetByHand = this.state.setByHand.includes('expiresAt');
    const { customerId, benefitId, status: before, policy, policyState } = this;
    const key = { customerId, benefitId, status: before, expiresAt: this.expiresAt, policy, policyState };
    const renewed = this.renewals.follow(grant, offered, { ...key, hasLapsed, isOfSubscription, hasExpirySetByHand }, now);
    if (renewed === 'refused') return false;
    if (renewed === 'unchanged') {
      if (this.renewals.haveAllEnded && this.status !== 'revoked') this.changeTerms({ status: 'revoked' }, now);
      return true;
    }
    const { expiresAt, updates } = renewed.term;
    const restored: Status = issuedFor?.keyStatus === 'disabled' ? 'disabled' : 'granted';
    const status = this.renewals.haveAllEnded ? 'revoked' : hasLapsed && renewed.isGiven ? restored : this.status;
    const isRecorded = status === this.status ? this.change({ expiresAt }, now) : this.changeTerms({ expiresAt, status }, now);
    if (updates && updates !== this.policyState?.updates) {
      if (isRecorded) this.setPolicyState({ updates });
      else this.setUpdates(updates, now);
    }
    if (!renewed.isGiven) {
      if (!this.isRenewed && this.policyState?.renewal) this.setPolicyState({ renewal: undefined });
      return true;
    }
    this.setPolicyState({ renewal: { at: now.toISOString() } });
    this.record(new events.LicenseKeyRenewed(this.snapshot, now, grant.id));
    this.noteUndelivered(grant, { quantity, isUndecided: false }, now);
    return true;
  }

  /** The subscription that pays for the key is past due, or no longer. Decisions may arrive in any order. */
  notePayment(told: PaymentState): void {
    const payment = paymentAfter(this.policyState?.payment, told);
    if (payment !== this.policyState?.payment) this.setPolicyState({ payment });
  }

  /** Announces that the key expires soon or has expired, if that is due. Of a key that is not granted, nothing is announced. */
  announceExpiry(now: Date): void {
    const notice = dueNotice(this.state, now);
    if (isDue(this.state, now)) this.state.noticeAt = firstNotice(this, now);
    if (!notice || this.status !== 'granted' || this.isOfDeletedCustomer) return;
    const { snapshot } = this;
    const { daysLeft } = notice;
    this.record(daysLeft > 0 ? new LicenseKeyExpiring(snapshot, now, daysLeft) : new LicenseKeyExpired(snapshot, now));
  }

  /** What of the purchase the key does not deliver: further pieces, or more time for one of several other keys. */
  noteUndelivered(purchase: Purchase, { quantity, isUndecided }: { quantity: number; isUndecided: boolean }, now: Date): void {
    if (quantity > 1) this.record(new events.LicenseKeyQuantityIgnored(this.snapshot, now, purchase, quantity));
    if (isUndecided) this.record(new events.LicenseKeyRenewalUndecided(this.snapshot, now, purchase));
  }

  /** Applies the flags that its own purchases bring the key after so many decisions about their grants. Older ones are ignored. */
  entitle(revision: number, own: readonly EntitlementPart[], now: Date): void {
    this.changeEntitlements((entitled) => entitled.take(revision, own), now);
  }

  /** Another purchase adds something to what the key entitles to, or no longer does. Older decisions about it are ignored. */
  attachEntitlement(attached: AttachedPart, now: Date): void {
    this.changeEntitlements((entitled) => entitled.attach(attached), now);
  }

  /** The seller adds something to what the key entitles to. Returns its ID. */
  giveEntitlement(given: NewGivenPart, now: Date): string {
    return this.changeEntitlements((entitled) => entitled.give(given, now), now, true);
  }

  /** The seller takes back what was given by hand. */
  takeBackEntitlement(id: string, now: Date): void {
    this.changeEntitlements((entitled) => entitled.takeBack(id), now, true);
  }

  /** What was given by hand until then has ended. */
  endGivenEntitlements(now: Date): void {
    this.changeEntitlements((entitled) => entitled.endGiven(now), now);
  }

  private changeEntitlements<T>(by: (entitled: KeyEntitlements) => T, now: Date, isByHand = false): T {
    const before = { entitlements: this.state.entitlements };
    const outcome = by(this.entitled);
    if (this.state.entitlements !== before.entitlements)
      this.recordChange(changedFields(['entitlements'], before, this.state), now, isByHand);
    return outcome;
  }

  private changeTerms(
    values: Partial<LicenseKeyState>,
    now: Date,
    how?: { readonly isByHand: boolean; readonly others: ChangedFields },
  ): boolean {
    if (values.status === 'granted') this.holder.noteGranted();
    return this.change(values, now, how);
  }

  private setDeviceSwaps(swaps: number): ChangedFields {
    const before = { deviceSwaps: this.deviceSwaps };
    if (swaps === before.deviceSwaps) return {};
    this.setPolicyState({ devices: { ...this.policyState!.devices!, swaps } });
    return changedFields(['deviceSwaps'], before, this);
  }

  private setUpdates(updates: UpdatesState, now: Date): void {
    const before = { updatesUntil: this.policyState?.updates?.until };
    this.setPolicyState({ updates });
    this.recordChange(changedFields(['updatesUntil'], before, { updatesUntil: updates.until }), now);
  }
}
