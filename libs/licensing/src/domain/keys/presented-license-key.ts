import { AggregateRoot, applyChanges } from '#kernel';
import { type ChangedFields, changedFields } from '#support/changes';
import type { Reservation, ReservationRequest } from '#support/reservations';
import { activationAttempt, heartbeatAttempt, leaseAttempt, validationAttempt } from '../checks/attempts.ts';
import { Activation, liveActivation } from '../activations/activation.ts';
import type { UseAttempt, CheckedKey } from '../checks/check.ts';
import { assertAllowed } from '../checks/checks.ts';
import { hasSlot, isFull, installationsOf, longestUnseen } from '../activations/places.ts';
import { inClassOf, profileOf } from '../devices/device-profile.ts';
import type { Devices } from '../devices/devices.ts';
import { type Increment, type IncrementMetadata, withUnits } from '../counters/counting.ts';
import { type KeptIncrement, keptIncrement } from '../counters/kept-increments.ts';
import { type TakenUnits, unitsAfter } from '../counters/leased-units.ts';
import type { CheckOuts } from '../floating/check-outs.ts';
import type { LeaseRequest } from '../leases/lease-request.ts';
import type { GrantedTerm, Leasing, ReturnedLease } from '../leases/leasing.ts';
import { type AlertsState, withDevice } from '../policy/alerts-policy.ts';
import { swapsAfterActivation, swapsAt } from '../policy/device-swaps.ts';
import { classOf } from '../policy/devices-policy.ts';
import type { LicensePolicy, PolicyState } from '../policy/license-policy.ts';
import { overLimitAt, releaseAt } from '../policy/over-limit-policy.ts';
import * as effects from '../policy/policy-effects.ts';
import { changeEvent } from './change-event.ts';
import type { KeyEntitlement } from './entitlement-parts.ts';
import { noticeOfNewDays, noticeOfNewExpiry } from './expiry-notices.ts';
import { LeakWatch, type NetworkDigests } from './leak-watch.ts';
import type { EmbeddedCustomer, LoadedWithKey } from './loaded-with-key.ts';
import { LicenseKeyLimitExceeded } from './over-limit.events.ts';
import { fieldsIn, type PresentedKeyState, type PresentedSnapshot, snapshotOf } from './license-key-fields.ts';
import type { Status } from './license-key.errors.ts';
import * as events from './license-key.events.ts';
import { type Installation, type ValidationInput, isSameTerm } from './license-key.types.ts';
import { type Standing, standingOf } from './standing.ts';
import { type CommittedUnits, UsageQuota } from './usage-quota.ts';

const IN_EVENTS: ReadonlySet<string> = new Set(fieldsIn('events'));
const NOTHING: LoadedWithKey = {};
const NONE: readonly never[] = [];

/**
 * A license key as an application uses it that presents its string: with what validations, activations, heartbeats and leases depend on.
 * Loaded with only those activations that the command is about; all live ones are counted in `activationCount`.
 */
export class PresentedLicenseKey extends AggregateRoot<Pick<PresentedKeyState, 'id' | 'organizationId'>> implements CheckedKey {
  declare protected readonly state: PresentedKeyState;
  protected readonly quota: UsageQuota;
  private readonly networks: LeakWatch;
  private readonly loadedActivations: Activation[] = [];
  private increments: readonly KeptIncrement[] = NONE;
  private loaded: LoadedWithKey;

  protected constructor(state: PresentedKeyState, loaded: LoadedWithKey = NOTHING) {
    super(state);
    this.quota = new UsageQuota(state);
    this.networks = new LeakWatch(state);
    this.loaded = loaded;
  }

  /** A key as it was stored, with what was read beside its row. */
  static restore(state: PresentedKeyState, loaded?: LoadedWithKey): PresentedLicenseKey {
    return new PresentedLicenseKey(state, loaded);
  }

  /** What was read while the key was locked, after its row. */
  loadedWith<Loaded extends LoadedWithKey>(loaded: Loaded): this & Loaded {
    this.loaded = { ...this.loaded, ...loaded };
    return this as this & Loaded;
  }

  /** An activation that the command is about. One that is known is replaced: it may have been read without its device. */
  loadActivation(activation: Activation): void {
    const known = this.loadedActivations.findIndex(({ id }) => id === activation.id);
    if (known < 0) this.loadedActivations.push(activation);
    else this.loadedActivations[known] = activation;
  }

  /** A copy with all that is loaded, to try a change out. */
  copy(): this {
    const { leasing, checkOuts, devices } = this.loaded;
    const loaded = { ...this.loaded, leasing: leasing?.copy(), checkOuts: checkOuts?.copy(), devices: devices?.copy() };
    const copy = (this.constructor as typeof PresentedLicenseKey).restore({ ...this.state }, loaded) as this;
    for (const activation of this.activations) copy.loadActivation(activation.copy());
    return copy;
  }

  /** Returns the increments to be kept that were made since the last call, and forgets them. */
  pullIncrements(): readonly KeptIncrement[] {
    const { increments } = this;
    this.increments = NONE;
    return increments;
  }

  override get snapshot(): PresentedSnapshot {
    return snapshotOf(this.state);
  }

  override get stored(): Readonly<PresentedKeyState> {
    return this.state;
  }

  get customerId(): string {
    return this.state.customerId;
  }

  get memberId(): string | null {
    return this.state.memberId;
  }

  get benefitId(): string {
    return this.state.benefitId;
  }

  get entitlements(): readonly KeyEntitlement[] | null {
    return this.state.entitlements;
  }

  get grantId(): string | null {
    return this.state.grantId;
  }

  get status(): Status {
    return this.state.status;
  }

  /** The key of a deleted customer counts as revoked before its status is, until it is granted again. */
  get isOfDeletedCustomer(): boolean {
    return this.state.customerDeleted && !this.state.grantedAfterDeletion;
  }

  get limitActivations(): number | null {
    return this.state.limitActivations;
  }

  get allowedDevices(): readonly string[] | null {
    return this.state.allowedDevices;
  }

  get activationCount(): number {
    return this.state.activationCount;
  }

  get usage(): number {
    return this.state.usage;
  }

  get limitUsage(): number | null {
    return this.state.limitUsage;
  }

  get validations(): number {
    return this.state.validations;
  }

  get lastValidatedAt(): Date | null {
    return this.state.lastValidatedAt;
  }

  get expiresAt(): Date | null {
    return this.state.expiresAt;
  }

  get createdAt(): Date {
    return this.state.createdAt;
  }

  get policy(): LicensePolicy | null {
    return this.state.policy;
  }

  get policyState(): PolicyState | null {
    return this.state.policyState;
  }

  /** The customer as responses embed it, if it was read. */
  get embeddedCustomer(): EmbeddedCustomer {
    return this.loaded.embeddedCustomer ?? null;
  }

  /** The activations that the command is about, and new ones. */
  get activations(): readonly Activation[] {
    return this.loadedActivations;
  }

  get leasing(): Leasing | undefined {
    return this.loaded.leasing;
  }

  get checkOuts(): CheckOuts | undefined {
    return this.loaded.checkOuts;
  }

  get devices(): Devices | undefined {
    return this.loaded.devices;
  }

  get placesBefore(): ReadonlyMap<string, number> | undefined {
    return this.loaded.placesBefore;
  }

  get reservedUnits(): number {
    return this.quota.reservedAt(this.loaded.databaseTime);
  }

  reservedOf(counter: string): number {
    return this.quota.reservedOf(counter, this.loaded.databaseTime);
  }

  get takenSlots(): number {
    return this.checkOuts ? this.checkOuts.taken : this.state.activationCount - (this.leasing?.freeSlots ?? 0);
  }

  /** Whether a node-locked key has more activations than its limit. Check-outs of floating keys end by themselves. */
  get isOverLimit(): boolean {
    const { limitActivations, activationCount, policy } = this.state;
    return limitActivations !== null && !policy?.floating && activationCount > limitActivations;
  }

  /** What whoever uses the key needs to know; null if there is nothing. Of floating keys, places are known where they were counted. */
  standingAt(now: Date): Standing {
    const { policyState, limitActivations, activationCount } = this.state;
    const { checkOuts } = this.loaded;
    const taken = checkOuts ? (checkOuts.areCounted ? checkOuts.taken : 0) : activationCount;
    if (policyState === null && taken <= (limitActivations ?? taken)) return null;
    return standingOf(this, taken, now);
  }

  /** How many devices took the place of others in the last period in which devices were counted. */
  get deviceSwaps(): number {
    return this.state.policyState?.devices?.swaps ?? 0;
  }

  /** Whether a live activation has this id, or is on this device. */
  isInstalledAs({ activationId, device }: { readonly activationId?: string | null; readonly device?: string | null }): boolean {
    return this.activations.some((each) => each.isLive && (each.id === activationId || (device && each.device === device)));
  }

  /** Whether the key was used from the network within 30 days. */
  wasUsedFrom(network: NetworkDigests, now: Date): boolean {
    return this.networks.wasUsedFrom(network, now);
  }

  /** The key was used from the network. */
  noteUseFrom(network: NetworkDigests, now: Date): void {
    if (this.networks.noteUseFrom(network, now)) this.suspectLeak(this.state.policyState?.alerts ?? {}, now);
  }

  /** Validates the key and counts the validation. */
  validate(input: ValidationInput, now: Date): Activation | null {
    const attempt = validationAttempt(this, input, now);
    this.authorize(attempt);
    this.state.validations += 1;
    this.state.lastValidatedAt = now;
    this.addUsage(input.incrementUsage, now);
    if (input.increment) this.count(input.increment, attempt.activation?.id ?? null, now);
    return this.updateDevice(attempt);
  }

  /** Activates the key for an installation. A device that has a live activation gets that one again. */
  activate(installation: Installation, now: Date): Activation {
    const attempt = activationAttempt(this, installation, now);
    this.authorize(attempt);
    this.takeOwnPlaces(attempt);
    return this.checkOut(this.updateDevice(attempt) ?? this.addActivation(installation, attempt), now);
  }

  /** Renews the check-out of an activation. */
  heartbeat(activationId: string, now: Date): Activation {
    const attempt = heartbeatAttempt(this, activationId, now);
    assertAllowed(this, attempt);
    return this.checkOut(attempt.activation!, now);
  }

  /** Leases the key to an activation, or to an installation that is activated first. `newIndex` is called at most once. */
  lease(
    this: PresentedLicenseKey & { readonly leasing: Leasing },
    request: LeaseRequest,
    newIndex: () => number,
  ): GrantedTerm & { readonly activation: Activation } {
    const { leasing } = this;
    const attempt = leaseAttempt(this, request, leasing.now);
    this.authorize(attempt);
    const index = leasing.hasLease(attempt.activation) ? undefined : newIndex();
    const known = leasing.leaseOf(attempt.activation)?.units ?? null;
    const taken = request.units && (unitsAfter(this, known, request.units, leasing.now) as TakenUnits);
    if (taken) this.setPolicyState({ counters: taken.counters });
    this.takeOwnPlaces(attempt);
    const activation = this.updateDevice(attempt) ?? this.addActivation(request.installation, attempt);
    if (index !== undefined) this.record(new events.LicenseKeyLeased(this.snapshot, leasing.now, activation));
    const granted = leasing.grant(activation, this.state.expiresAt, {
      newIndex: index,
      deviceKey: request.deviceKey,
      units: taken?.units,
    });
    return { ...granted, activation: this.checkOut(activation, leasing.now, granted.heldUntil) };
  }

  /** Ends an activation. Allowed in any status of the key. Its slot is free once its lease, if any, holds its place no more. */
  deactivate(
    this: PresentedLicenseKey & { readonly leasing: Leasing },
    activationId: string,
    now: Date,
    reason?: 'over_limit',
  ): void {
    const activation = liveActivation(this.activations, activationId);
    const { checkOuts, leasing } = this;
    this.beginSwapPeriod(now);
    const wasOver = this.isOverLimit;
    const hadSlot = checkOuts?.hasSlot(activation, this.activations) ?? true;
    activation.end(now);
    const isLast = installationsOf(activation, this.activations).length === 0;
    const keepsPlace = checkOuts?.hasSlot(activation, this.activations) ?? !isLast;
    if (keepsPlace) leasing.endInstallation(activation);
    const isHeld = keepsPlace || leasing.end(activation, checkOuts !== undefined);
    if (isLast && (checkOuts || !isHeld)) this.state.activationCount -= 1;
    if (hadSlot && !isHeld) checkOuts?.giveBack();
    this.devices?.end(activation, hadSlot && !isHeld);
    this.noteOverLimit(wasOver, now);
    this.record(new events.LicenseKeyDeactivated(this.snapshot, now, activation, reason));
  }

  /** Ends a device: its activation, with those of its other installations. Those have to be loaded. */
  removeDevice(
    this: PresentedLicenseKey & { readonly leasing: Leasing },
    activationId: string,
    now: Date,
    reason?: 'over_limit',
  ): void {
    for (const { id } of installationsOf(liveActivation(this.activations, activationId), this.activations))
      this.deactivate(id, now, reason);
  }

  /** A device returns its lease, with a file that it signed. The activation ends, if it has not yet, and its slot is free at once. */
  takeBack(this: PresentedLicenseKey & { readonly leasing: Leasing }, returned: ReturnedLease): void {
    const { leasing } = this;
    leasing.takeBack(returned);
    this.record(new events.LicenseKeyLeaseEnded(this.snapshot, leasing.now, returned.activationId));
    const isLive = this.activations.some((each) => each.isLive && each.id === returned.activationId);
    if (isLive) this.deactivate(returned.activationId, leasing.now);
  }

  /** The device deactivates itself, with what it signed, and returns the lease that it could use. */
  deactivateSigned(this: PresentedLicenseKey & { readonly leasing: Leasing }, returned: ReturnedLease, now: Date): void {
    const { leasing } = this;
    const activation = liveActivation(this.activations, returned.activationId);
    if (leasing.leaseOf(activation)?.isVerifiable(leasing.now)) this.takeBack(returned);
    else this.deactivate(activation.id, now);
  }

  /** Keeps units of the usage or of a counter for one caller, if a validation may add them. */
  reserve(request: ReservationRequest, attempt: UseAttempt): Reservation {
    this.authorize(attempt);
    return this.quota.reserve({ ...request, activationId: attempt.activation?.id }, this.databaseTime);
  }

  /**
   * Adds what was used of a reservation to the usage, or to its counter: all of its units, if not said. The rest is free again. Allowed in
   * any status. Only units of a counter have metadata.
   */
  commitReservation(id: string, used: number | null, now: Date, metadata?: IncrementMetadata | null): CommittedUnits {
    const { units, counter, activationId = null } = this.quota.commit(id, used, this.databaseTime, Boolean(metadata));
    this.apply(effects.ofTime, now);
    if (counter === undefined) this.addUsage(units, now);
    else this.count({ counter, units, metadata }, activationId, now);
    return { units, counter };
  }

  /** Gives all units of a reservation back. Returns the counter that it was of, if any. */
  releaseReservation(id: string): string | undefined {
    return this.quota.release(id, this.databaseTime);
  }

  protected get databaseTime(): Date {
    return this.loaded.databaseTime!;
  }

  /** Throws if a check refuses. A new period of usage may have begun. */
  private authorize(attempt: UseAttempt): void {
    assertAllowed(this, attempt);
    this.apply(effects.ofTime, attempt.now);
  }

  private addUsage(units: number, now: Date): void {
    const reachesLimit = this.quota.add(units);
    this.state.modifiedAt = now;
    if (reachesLimit) this.record(new events.LicenseKeyUsageLimitReached(this.snapshot, now));
  }

  private count(increment: Increment, activationId: string | null, now: Date): void {
    const kept = keptIncrement(this, increment, activationId, now);
    this.setPolicyState({ counters: withUnits(this, increment, now), ...kept?.state });
    this.state.modifiedAt = now;
    if (kept) this.increments = [...this.increments, kept.increment];
  }

  protected apply(effectOf: typeof effects.ofTime, now: Date): void {
    const effect = this.state.policy && effectOf(this, now);
    if (!effect) return;
    this.state.policyState = effect.policyState;
    this.change(effect.terms, now);
  }

  /** Sets fields, and records which of them have another value. `others` changed as well. Returns whether anything did. */
  protected change(
    values: Partial<PresentedKeyState>,
    now: Date,
    { isByHand = false, others = {} }: { readonly isByHand?: boolean; readonly others?: ChangedFields } = {},
  ): boolean {
    const { state, quota } = this;
    const { expiresAt, policy, limitActivations } = state;
    const wasOver = this.isOverLimit;
    const wasAtLimit = quota.isAtLimit;
    const before = valuesForEvents(values, state);
    const changed = applyChanges<PresentedKeyState>(state, values, isSameTerm);
    const changes = { ...changedFields(changed, before, valuesForEvents(values, state)), ...others };
    if (Object.keys(changes).length === 0) return false;
    if (state.expiresAt !== expiresAt) state.noticeAt = noticeOfNewExpiry(state, expiresAt, now);
    else if (state.policy !== policy) state.noticeAt = noticeOfNewDays(state, now);
    this.noteOverLimit(wasOver, now);
    this.recordChange(changes, now, isByHand);
    if (state.limitActivations !== limitActivations || state.policy !== policy) this.followOverLimit(now);
    if (quota.isAtLimit && !wasAtLimit) this.record(new events.LicenseKeyUsageLimitReached(this.snapshot, now));
    return true;
  }

  protected recordChange(changes: ChangedFields, now: Date, isByHand = false): void {
    this.state.modifiedAt = now;
    this.record(changeEvent(this.snapshot, now, changes, isByHand));
  }

  protected noteOverLimit(wasOver: boolean, now: Date): void {
    const isOver = this.isOverLimit;
    if (isOver !== wasOver) this.state.overLimitSince = isOver ? now : null;
    if (this.state.policyState?.overLimit) this.followOverLimit(now);
  }

  /** Begins, moves or ends the time until devices beyond those that are granted are refused or released. */
  protected followOverLimit(now: Date): void {
    const known = this.state.policyState?.overLimit;
    const overLimit = overLimitAt(this, now);
    if (overLimit !== known) this.setPolicyState({ overLimit });
    if (overLimit === undefined && known === undefined) return;
    this.state.releaseAt = releaseAt(this.state);
    if (!known) this.record(new LicenseKeyLimitExceeded(this.snapshot, now, this.state));
  }

  protected setPolicyState(section: PolicyState): void {
    this.state.policyState = { ...this.state.policyState, ...section };
  }

  /** Begins to count devices in the current period, if that has not happened. */
  protected beginSwapPeriod(now: Date): void {
    const devices = swapsAt(this, now);
    if (devices && devices !== this.state.policyState?.devices) this.setPolicyState({ devices });
  }

  private suspectLeak(state: AlertsState, now: Date): void {
    const { policy, policyState } = this.state;
    if (!policy?.alerts) return;
    const { alerts, suspected } = this.networks.suspect(policy.alerts, state, now);
    if (alerts !== policyState?.alerts) this.setPolicyState({ alerts });
    if (suspected) this.record(new events.LicenseKeyLeakSuspected(this.snapshot, now, suspected));
  }

  /** Notes what the application said about the device of an activation. */
  private updateDevice(attempt: UseAttempt): Activation | null {
    const { activation, activationId, device, installation, described, application, now } = attempt;
    if (!activation) return null;
    const isNamed = activationId === null && device !== null;
    if (isNamed && (device !== activation.device || (installation !== null && activation.installation === null)))
      activation.identify(device, installation);
    if (!described) {
      if (this.loaded.placesBefore && releaseAt(this.state)) activation.noteUse(now);
      return activation;
    }
    activation.updateDeviceProfile({ device: described, class: classOf(described, this.policy?.devices), application }, now);
    return activation;
  }

  private checkOut(activation: Activation, now: Date, borrowedUntil?: Date): Activation {
    const { checkOuts } = this;
    if (!checkOuts) return activation;
    const hadSlot = hasSlot(this, activation);
    checkOuts.checkOut(activation, hadSlot, borrowedUntil);
    if (hadSlot) return activation;
    this.devices?.take(activation);
    if (checkOuts.taken > this.limitActivations!)
      this.record(new events.LicenseKeyOverdraftUsed(this.snapshot, now, activation, checkOuts.taken));
    return activation;
  }

  /** The device is active again, and needs no places that leases of its former activations hold. */
  private takeOwnPlaces({ activation, neighbor, described, device, installation }: UseAttempt): void {
    const named = activation
      ? { device: activation.device ?? device, installation: activation.installation ?? installation, described }
      : { device, installation, described };
    const place = activation ?? neighbor;
    for (const ended of this.leasing?.returnLeasesOf(named, this.policy?.devices?.match, place) ?? NONE) {
      this.devices?.free(ended);
      this.checkOuts?.giveBack();
    }
  }

  private addActivation(
    installation: Installation,
    { now, neighbor, hasOwnPlace }: Pick<UseAttempt, 'now' | 'neighbor' | 'hasOwnPlace'>,
  ): Activation {
    if (neighbor) return this.addInstallation(installation, neighbor, now);
    const rules = this.state.policy?.devices;
    const returns = (since: Date): boolean =>
      hasOwnPlace || (this.devices?.wasActiveSince(since, installation, rules?.match) ?? false);
    const devices = swapsAfterActivation(this, returns, now);
    if (devices) this.setPolicyState({ devices });
    const wasOver = this.isOverLimit;
    this.state.activationCount += 1 - (this.leasing?.releaseSlots() ?? 0);
    this.noteOverLimit(wasOver, now);
    if (this.isOverLimit) this.followOverLimit(now);
    const activation = this.create(installation, null, now);
    if (!this.checkOuts) this.devices?.take(activation);
    this.apply(effects.ofActivation, now);
    const alerts = this.state.policy?.alerts;
    if (alerts)
      this.suspectLeak(withDevice(alerts, this.policyState?.alerts ?? {}, activation.device ?? activation.id, now), now);
    this.record(new events.LicenseKeyActivated(this.snapshot, now, activation));
    if (!this.checkOuts && this.isOverLimit)
      this.record(new events.LicenseKeyOverdraftUsed(this.snapshot, now, activation, this.takenSlots));
    return activation;
  }

  /** Another installation of a device that is activated, which takes no place. */
  private addInstallation(installation: Installation, neighbor: Activation, now: Date): Activation {
    if (isFull(neighbor, this.activations)) this.endLongestUnseen(neighbor, now);
    const activation = this.create(installation, neighbor, now);
    this.record(new events.LicenseKeyActivated(this.snapshot, now, activation));
    return activation;
  }

  /** One installation of a device makes room for another one. */
  private endLongestUnseen(place: Activation, now: Date): void {
    const { checkOuts, activations } = this;
    const activation = longestUnseen(place, activations, checkOuts);
    this.leasing!.endInstallation(activation);
    activation.end(now);
    this.record(new events.LicenseKeyDeactivated(this.snapshot, now, activation));
  }

  private create(installation: Installation, neighbor: Activation | null, now: Date): Activation {
    const { organizationId, id: licenseKeyId, policy } = this.state;
    const profile = profileOf(installation, policy?.devices, now);
    const deviceProfile = neighbor ? inClassOf(neighbor.deviceProfile, profile) : profile;
    const activation = Activation.create({ ...installation, organizationId, licenseKeyId, deviceProfile, neighbor }, now);
    this.loadedActivations.push(activation);
    return activation;
  }
}

/** The values of these fields, of which events tell; null for all that no event may tell. */
function valuesForEvents(given: object, state: object): object {
  const values = state as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(given).map((name) => [name, IN_EVENTS.has(name) ? values[name] : null]));
}
