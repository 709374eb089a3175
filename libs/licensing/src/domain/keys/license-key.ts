import { AggregateRoot, applyChanges } from '#kernel';
import { type ChangedFields, changedFields } from '#support/changes';
import type { Reservation, ReservationRequest } from '#support/reservations';
import { activationAttempt, heartbeatAttempt, leaseAttempt, validationAttempt } from '../checks/attempts.ts';
import { changeEvent } from './change-event.ts';
import { Activation, activationsBefore, liveActivation } from '../activations/activation.ts';
import { assertAllowed } from '../checks/checks.ts';
import type { CheckOuts } from '../floating/check-outs.ts';
import type { Attempt } from '../checks/check.ts';
import { profileOf } from '../devices/device-profile.ts';
import type { Devices } from '../devices/devices.ts';
import { dueNotice, firstNotice, isDue, noticeOfNewDays, noticeOfNewExpiry } from './expiry-notices.ts';
import { FollowedGrant, type GrantChanges } from './followed-grant.ts';
import { KeyEntitlements, type KeyEntitlement } from './key-entitlements.ts';
import { KeyHolder } from './key-holder.ts';
import { KeyString } from './key-string.ts';
import { LeakWatch, type NetworkDigests } from './leak-watch.ts';
import type { GrantedTerm, Leasing, ReturnedLease } from '../leases/leasing.ts';
import { issuedState, type LicenseKeyState } from './license-key-state.ts';
import { hasNoGrant, RotateNotPermitted, type Status } from './license-key.errors.ts';
import { LicenseKeyExpired, LicenseKeyExpiring, LicenseKeyTrialStarted } from './expiry.events.ts';
import * as events from './license-key.events.ts';
import type {
  GrantedTerms,
  GrantState,
  Installation,
  LicenseKeySnapshot,
  NewLicenseKey,
  Terms,
  ValidationInput,
} from './license-key.types.ts';
import type { LeaseRequest } from '../leases/lease-request.ts';
import { type AlertsState, withDevice } from '../policy/alerts-policy.ts';
import { assertCountsSwaps, swapsAfterActivation, swapsAt } from '../policy/device-swaps.ts';
import { classOf } from '../policy/devices-policy.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import * as effects from '../policy/policy-effects.ts';
import { type UpdatesState, updatesUntil } from '../policy/updates-policy.ts';
import { type Changeable, isSameTerm, termsOfImport, withPairs } from './seller-remarks.ts';
import type { Purchase } from './purchased-quantity.ts';
import { type RenewedTerm, type RenewingGrant, TermRenewals } from './term-renewals.ts';
import { UsageQuota } from './usage-quota.ts';

type Changes = Terms & Partial<GrantedTerms> & { readonly benefitId?: string; readonly ordinal?: number | null };

const NOT_TOLD: ReadonlySet<string> = new Set(['metadata', 'notes']);

/**
 * A customer's right to use what a benefit grants. Loaded with only those activations that the command is about; all live ones
 * are counted in `activationCount`.
 */
export class LicenseKey extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly holder: KeyHolder;
  readonly string: KeyString;
  readonly quota: UsageQuota;
  readonly entitlements: KeyEntitlements;
  readonly grant: FollowedGrant;
  readonly watch: LeakWatch;
  readonly renewals: TermRenewals;
  benefitId: string;
  ordinal: number | null;
  status: Status;
  limitActivations: number | null;
  activationCount: number;
  validations: number;
  lastValidatedAt: Date | null;
  expiresAt: Date | null;
  modifiedAt: Date | null;
  metadata: Changeable['metadata'];
  notes: string | null;
  policy: LicensePolicy | null;
  policyState: PolicyState | null;
  /** When its expiry is announced next; see `expiry-notices.ts`. Undefined if it was not loaded. */
  noticeAt: Date | null | undefined;
  /** The activations that the command is about, and new ones. */
  readonly activations: Activation[] = [];
  /** Loaded only for commands about leases. */
  leasing?: Leasing;
  /** Those of a floating key. */
  checkOuts?: CheckOuts;
  /** Loaded only for commands that may activate a key with rules for devices. */
  devices?: Devices;

  private constructor(state: LicenseKeyState) {
    super();
    this.id = state.id;
    this.organizationId = state.organizationId;
    this.createdAt = state.createdAt;
    this.holder = new KeyHolder(state);
    this.string = new KeyString(state.key, state.displayKey, state.stringKind);
    this.quota = new UsageQuota(state);
    this.entitlements = new KeyEntitlements(state.entitlements, state.entitlementsRevision);
    this.grant = new FollowedGrant(state);
    this.watch = new LeakWatch(state.recentNetworks);
    this.renewals = new TermRenewals(state.renewals);
    this.benefitId = state.benefitId;
    this.ordinal = state.ordinal;
    this.status = state.status;
    this.limitActivations = state.limitActivations;
    this.activationCount = state.activationCount;
    this.validations = state.validations;
    this.lastValidatedAt = state.lastValidatedAt;
    this.expiresAt = state.expiresAt;
    this.modifiedAt = state.modifiedAt;
    this.metadata = state.metadata;
    this.notes = state.notes;
    this.policy = state.policy;
    this.policyState = state.policyState;
    this.noticeAt = state.noticeAt;
  }

  static create(attributes: NewLicenseKey, now: Date): LicenseKey {
    const key = new LicenseKey(issuedState(attributes, now));
    key.activations.push(...activationsBefore(key, attributes.history, now));
    key.record(new events.LicenseKeyCreated(key.snapshot, now));
    if (attributes.isTrial) key.record(new LicenseKeyTrialStarted(key.snapshot, now));
    const { terms } = attributes.history ?? {};
    if (terms) key.update(termsOfImport(terms), now);
    key.noticeAt = firstNotice(key, now);
    return key;
  }

  /** A key as it was stored. */
  static restore(state: LicenseKeyState): LicenseKey {
    return new LicenseKey(state);
  }

  /** Whether a live activation has this id, or is on this device. */
  isInstalledAs({ activationId, device }: { readonly activationId?: string | null; readonly device?: string | null }): boolean {
    return this.activations.some((each) => each.isLive && (each.id === activationId || (device && each.device === device)));
  }

  override get snapshot(): LicenseKeySnapshot {
    const { holder, string, quota } = this;
    return {
      id: this.id,
      organizationId: this.organizationId,
      customerId: holder.customerId,
      benefitId: this.benefitId,
      grantId: this.grant.id,
      ordinal: this.ordinal ?? undefined,
      key: string.value,
      displayKey: string.display,
      status: this.status,
      limitActivations: this.limitActivations,
      usage: quota.used,
      limitUsage: quota.limit,
      validations: this.validations,
      lastValidatedAt: this.lastValidatedAt,
      expiresAt: this.expiresAt,
      createdAt: this.createdAt,
      modifiedAt: this.modifiedAt,
      policy: this.policy,
      policyState: this.policyState,
      entitlements: this.entitlements.shown ?? undefined,
      metadata: this.metadata ?? undefined,
      notes: this.notes ?? undefined,
    };
  }

  get customerId(): string {
    return this.holder.customerId;
  }

  get memberId(): string | null {
    return this.holder.memberId;
  }

  get isOfDeletedCustomer(): boolean {
    return this.holder.isDeleted;
  }

  get grantId(): string | null {
    return this.grant.id;
  }

  /** True while renewals that were bought decide when the key expires. */
  get hasRenewedTerm(): boolean {
    return this.renewals.areInForce(this.expiresAt);
  }

  get takenSlots(): number {
    return this.checkOuts ? this.checkOuts.taken : this.activationCount - (this.leasing?.freeSlots ?? 0);
  }

  get usage(): number {
    return this.quota.used;
  }

  set usage(used: number) {
    this.quota.used = used;
  }

  get limitUsage(): number | null {
    return this.quota.limit;
  }

  set limitUsage(limit: number | null) {
    this.quota.limit = limit;
  }

  get reservedUnits(): number {
    return this.quota.reserved;
  }

  /** How many devices took the place of others in the last period in which devices were counted. */
  get deviceSwaps(): number {
    return this.policyState?.devices?.swaps ?? 0;
  }

  set deviceSwaps(swaps: number) {
    this.remember({ devices: { ...this.policyState!.devices!, swaps } });
  }

  /** Activates the key for an installation. A device that has a live activation gets that one again. */
  activate(installation: Installation, now: Date): Activation {
    const attempt = activationAttempt(this, installation, now);
    this.admit(attempt);
    return this.checkOut(this.see(attempt) ?? this.addActivation(installation, now), now);
  }

  /** Renews the check-out of an activation. */
  heartbeat(activationId: string, now: Date): Activation {
    const attempt = heartbeatAttempt(this, activationId, now);
    assertAllowed(this, attempt);
    return this.checkOut(attempt.activation!, now);
  }

  /** Leases the key to an activation, or to an installation that is activated first. `newIndex` is called at most once. */
  lease(request: LeaseRequest, newIndex: () => number): GrantedTerm & { readonly activation: Activation } {
    const leasing = this.leasing!;
    const attempt = leaseAttempt(this, request, leasing.now);
    this.admit(attempt);
    const index = leasing.hasLease(attempt.activation) ? undefined : newIndex();
    const activation = this.see(attempt) ?? this.addActivation(request.installation, leasing.now);
    if (index !== undefined) this.record(new events.LicenseKeyLeased(this.snapshot, leasing.now, activation));
    const granted = leasing.grant(activation, this.expiresAt, { newIndex: index, deviceKey: request.deviceKey });
    return { ...granted, activation: this.checkOut(activation, leasing.now, granted.heldUntil) };
  }

  /** Validates the key and counts the validation. */
  validate(input: ValidationInput, now: Date): Activation | null {
    const attempt = validationAttempt(this, input, now);
    this.admit(attempt);
    this.validations += 1;
    this.lastValidatedAt = now;
    this.use(input.incrementUsage, now);
    return this.see(attempt);
  }

  /** Keeps units of the usage for one caller, if a validation may add them. */
  reserve(request: ReservationRequest, attempt: Attempt): Reservation {
    this.admit(attempt);
    return this.quota.reserve(request);
  }

  /** Adds what was used of a reservation to the usage: all of its units, if not said. The rest is free again. Allowed in any status. */
  commitReservation(id: string, used: number | null, now: Date): number {
    const units = this.quota.commit(id, used);
    this.use(units, now);
    return units;
  }

  /** The key was used from the network. */
  noteUseFrom(network: NetworkDigests, now: Date): void {
    if (this.watch.noteUseFrom(network, now)) this.suspectLeak(this.policyState?.alerts ?? {}, now);
  }

  /** Ends an activation. Allowed in any status of the key. Its slot becomes free once its lease, if any, is over. */
  deactivate(activationId: string, now: Date): void {
    const activation = liveActivation(this.activations, activationId);
    this.beginSwapPeriod(now);
    const isHeld = this.leasing?.end(activationId, this.checkOuts !== undefined) ?? false;
    if (this.checkOuts || !isHeld) this.activationCount -= 1;
    this.devices?.end(activation, !isHeld && (this.checkOuts?.isLive(activation) ?? true));
    if (!isHeld) this.checkOuts?.release(activation);
    activation.end(now);
    this.record(new events.LicenseKeyDeactivated(this.snapshot, now, activation));
  }

  /** A device returns its lease, with a file that it signed. The activation ends, if it has not yet, and its slot is free at once. */
  takeBack(returned: ReturnedLease): void {
    this.leasing!.takeBack(returned);
    this.record(new events.LicenseKeyLeaseEnded(this.snapshot, this.leasing!.now, returned.activationId));
    const isLive = this.activations.some((each) => each.isLive && each.id === returned.activationId);
    if (isLive) this.deactivate(returned.activationId, this.leasing!.now);
  }

  /** Replaces the key string. The old string stays valid until `previousValidUntil`; `null` ends it immediately. */
  rotate(newKey: string, previousValidUntil: Date | null, now: Date): void {
    if (this.status === 'revoked') throw new RotateNotPermitted(this.status);
    const { display } = this.string;
    this.string.replace(newKey, previousValidUntil ?? now);
    this.modifiedAt = now;
    this.record(new events.LicenseKeyRotated(this.snapshot, now, previousValidUntil, display));
  }

  /** The customer was merged into another one. `remaining` has the members that took the place of others. */
  moveTo(customerId: string, remaining: ReadonlyMap<string, string>, now: Date): void {
    this.holder.moveTo(customerId, remaining);
    this.modifiedAt = now;
  }

  /** The seller gives the key to another customer, who holds it as a whole. The activations `ending` that are live end before. */
  transferTo(customerId: string, now: Date, ending: readonly string[] = []): void {
    this.holder.assertTransferableTo(customerId, this.status);
    const ended = new Set(ending);
    for (const { id } of this.activations.filter((each) => each.isLive && ended.has(each.id))) this.deactivate(id, now);
    const previousCustomerId = this.holder.transferTo(customerId);
    this.modifiedAt = now;
    this.record(new events.LicenseKeyTransferred(this.snapshot, now, previousCustomerId));
  }

  /**
   * Changes the key by hand, and returns how often the status was set so far. Limits and expiry that are set no longer follow the
   * benefit, and `followed` ones do again. Setting the status is a decision even if it stays the same: the grant has to learn of it,
   * because a change of the purchase may be on its way to the key. Otherwise nothing is recorded if no value changes.
   */
  update(terms: Terms, now: Date, followed: Partial<GrantedTerms> = {}): number {
    const { grant } = this;
    if (!grant.exists && Object.keys(followed).length > 0) throw hasNoGrant();
    if (terms.deviceSwaps !== undefined) assertCountsSwaps(this, terms.deviceSwaps);
    this.apply(effects.ofTime, now);
    if (terms.deviceSwaps !== undefined) this.beginSwapPeriod(now);
    this.change({ ...terms, ...effects.expiryFollowed(this, followed) }, now, true);
    this.policyState = effects.stateAfterUpdate(this, { terms, followed, now });
    if (!grant.exists) return grant.statusRevision;
    grant.noteSetByHand(terms, followed);
    if (terms.status === undefined) return grant.statusRevision;
    grant.statusRevision += 1;
    this.record(new events.LicenseKeyStatusDecided(this.snapshot, now, grant.statusRevision));
    return grant.statusRevision;
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
    this.change(changes.terms, now);
    this.policyState = effects.stateAfterSync(this, now, changes.isRenewal);
    return changes;
  }

  /** A purchase gives the key more time, however its expiry was set, or no longer does. Returns false if it cannot, which is decided once. */
  renewFor(grant: RenewingGrant, offered: RenewedTerm, now: Date, quantity = 1): boolean {
    const renewed = this.renewals.follow(grant, offered, this, now);
    if (renewed === 'refused' || renewed === 'unchanged') return renewed === 'unchanged';
    const { expiresAt, updates } = renewed.term;
    const isTold = this.change({ expiresAt }, now);
    if (updates && updates !== this.policyState?.updates) {
      if (isTold) this.remember({ updates });
      else this.setUpdates(updates, now);
    }
    if (!renewed.isGiven) return true;
    this.record(new events.LicenseKeyRenewed(this.snapshot, now, grant.id));
    this.noteUndelivered(grant, { quantity, isUndecided: false }, now);
    return true;
  }

  /** Announces that the key expires soon or has expired, if that is due. Of a key that is not granted, nothing is announced. */
  announceExpiry(now: Date): void {
    const notice = dueNotice(this, now);
    if (isDue(this, now)) this.noticeAt = firstNotice(this, now);
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

  /** Applies the flags that the key has after so many decisions about the grants of its purchase. Older ones are ignored. */
  entitle(revision: number, entitlements: KeyEntitlement[] | null, now: Date): void {
    const before = { entitlements: this.entitlements.shown };
    if (!this.entitlements.take(revision, entitlements)) return;
    this.noteUpdate(changedFields(['entitlements'], before, { entitlements: this.entitlements.shown }), now);
  }

  private setUpdates(updates: UpdatesState, now: Date): void {
    const before = { updatesUntil: this.policyState?.updates?.until };
    this.remember({ updates });
    this.noteUpdate(changedFields(['updatesUntil'], before, { updatesUntil: updates.until }), now);
  }

  private admit(attempt: Attempt): void {
    assertAllowed(this, attempt);
    this.apply(effects.ofTime, attempt.now);
  }

  private use(units: number, now: Date): void {
    this.apply(effects.ofTime, now);
    const wasAtLimit = this.quota.isAtLimit;
    this.quota.used += units;
    this.modifiedAt = now;
    this.noteLimit(wasAtLimit, now);
  }

  private apply(effectOf: typeof effects.ofTime, now: Date): void {
    const effect = this.policy && effectOf(this, now);
    if (!effect) return;
    this.policyState = effect.policyState;
    this.change(effect.terms, now);
  }

  /** Returns whether a value changed. */
  private change({ metadata, ...terms }: Changes, now: Date, isByHand = false): boolean {
    const { quota, expiresAt, policy } = this;
    const wasAtLimit = quota.isAtLimit;
    if (terms.status === 'granted') this.holder.noteGranted();
    const given = metadata ? { ...terms, metadata: withPairs(metadata) } : terms;
    const before = this.told(given);
    const changed = applyChanges<Changeable>(this, given, isSameTerm);
    if (changed.length === 0) return false;
    if (this.expiresAt !== expiresAt) this.noticeAt = noticeOfNewExpiry(this, expiresAt, now);
    else if (this.policy !== policy) this.noticeAt = noticeOfNewDays(this, now);
    this.noteUpdate(changedFields(changed, before, this.told(given)), now, isByHand);
    this.noteLimit(wasAtLimit, now);
    return true;
  }

  /** The values of these fields, of which events tell: nothing that sellers write about people, as events outlive anonymized customers. */
  private told(fields: object): object {
    const names = Object.keys(fields) as (keyof Changeable)[];
    return Object.fromEntries(names.map((name) => [name, NOT_TOLD.has(name) ? null : this[name]]));
  }

  private noteUpdate(changes: ChangedFields, now: Date, isByHand = false): void {
    this.modifiedAt = now;
    this.record(changeEvent(this.snapshot, now, changes, isByHand));
  }

  private noteLimit(wasAtLimit: boolean, now: Date): void {
    if (this.quota.isAtLimit && !wasAtLimit) this.record(new events.LicenseKeyUsageLimitReached(this.snapshot, now));
  }

  private remember(state: PolicyState): void {
    this.policyState = { ...this.policyState, ...state };
  }

  /** Begins to count devices in the current period, if that has not happened. */
  private beginSwapPeriod(now: Date): void {
    const devices = swapsAt(this, now);
    if (devices && devices !== this.policyState?.devices) this.remember({ devices });
  }

  private suspectLeak(state: AlertsState, now: Date): void {
    const { policy } = this;
    if (!policy?.alerts) return;
    const { alerts, suspected } = this.watch.suspect(policy.alerts, state, now);
    if (alerts !== this.policyState?.alerts) this.remember({ alerts });
    if (suspected) this.record(new events.LicenseKeyLeakSuspected(this.snapshot, now, suspected));
  }

  /** Remembers what the application said about the device of an activation. */
  private see({ activation, activationId, device, described, application, now }: Attempt): Activation | null {
    if (!activation || !described) return activation;
    if (activationId === null && device !== null && device !== activation.device) activation.renameDevice(device);
    activation.seeDevice({ device: described, class: classOf(described, this.policy?.devices), application }, now);
    return activation;
  }

  private checkOut(activation: Activation, now: Date, borrowedUntil?: Date): Activation {
    const { checkOuts } = this;
    if (!checkOuts?.checkOut(activation, borrowedUntil)) return activation;
    this.devices?.take(activation);
    if (checkOuts.taken > this.limitActivations!)
      this.record(new events.LicenseKeyOverdraftUsed(this.snapshot, now, activation, checkOuts.taken));
    return activation;
  }

  private addActivation(installation: Installation, now: Date): Activation {
    const { organizationId, id: licenseKeyId, policy } = this;
    const rules = policy?.devices;
    const returns = (since: Date): boolean => this.devices?.wasActiveSince(since, installation, rules?.match) ?? false;
    const devices = swapsAfterActivation(this, returns, now);
    if (devices) this.remember({ devices });
    this.activationCount += 1 - (this.leasing?.releaseSlots() ?? 0);
    const deviceProfile = profileOf(installation, rules, now);
    const activation = Activation.create({ ...installation, organizationId, licenseKeyId, deviceProfile }, now);
    this.activations.push(activation);
    if (!this.checkOuts) this.devices?.take(activation);
    this.apply(effects.ofActivation, now);
    if (policy?.alerts)
      this.suspectLeak(withDevice(policy.alerts, this.policyState?.alerts ?? {}, activation.device ?? activation.id, now), now);
    this.record(new events.LicenseKeyActivated(this.snapshot, now, activation));
    return activation;
  }
}
