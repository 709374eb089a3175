import { applyChanges, newId } from '#kernel';
import { activationAttempt, heartbeatAttempt, leaseAttempt, validationAttempt } from './checks/attempts.ts';
import { Activation, activationsBefore, liveActivation } from './activation.ts';
import { assertAllowed } from './checks/checks.ts';
import type { CheckOuts } from './check-outs.ts';
import { changesByGrant, setByHandAfter } from './followed-terms.ts';
import type { Attempt } from './checks/check.ts';
import { KeyWithUpdates } from './key-with-updates.ts';
import { type KeyState, snapshotOf } from './key-snapshot.ts';
import { displayForm } from './key-string.ts';
import type { GrantedTerm, Leasing, ReturnedLease } from './leasing.ts';
import { type Changeable, isSameTerm, withPairs } from './seller-remarks.ts';
import type {
  FollowedTerm,
  GrantedTerms,
  GrantState,
  Installation,
  LeaseRequest,
  NewLicenseKey,
  LicenseKeySnapshot,
  ValidationInput,
  Terms,
} from './license-key.types.ts';
import { hasNoGrant, type Status } from './license-key.errors.ts';
import * as events from './license-key.events.ts';
import type { LicensePolicy, PolicyState } from './policy/license-policy.ts';
import * as effects from './policy/policy-effects.ts';
import { reachesUsageLimit } from './usage.ts';

type Changes = Terms & Partial<GrantedTerms> & { readonly benefitId?: string };

/**
 * A customer's right to use what a benefit grants. Loaded with only those activations that the command is about; all live ones
 * are counted in `activationCount`.
 */
export class LicenseKey extends KeyWithUpdates {
  readonly id: string;
  readonly organizationId: string;
  customerId: string;
  memberId: string | null;
  benefitId: string;
  readonly grantId: string | null;
  /** Revision of the last grant decision that was applied to the key. */
  private grantRevision: number | null;
  /** How often the status was set by hand. Counted only for a key that has a grant. */
  private statusRevision = 0;
  /** The terms that were set by hand. They no longer follow the benefit. */
  private setByHand: readonly FollowedTerm[] = [];
  readonly createdAt: Date;
  key: string;
  displayKey: string;
  status: Status = 'granted';
  limitActivations: number | null;
  private activationCount = 0;
  usage = 0;
  limitUsage: number | null;
  validations = 0;
  lastValidatedAt: Date | null = null;
  expiresAt: Date | null;
  metadata: Changeable['metadata'];
  notes: string | null;
  modifiedAt: Date | null = null;
  policy: LicensePolicy | null;
  policyState: PolicyState | null;
  /** The activations that the command is about, and new ones. */
  readonly activations: Activation[] = [];
  /** Loaded only for commands about leases; check-outs only of floating keys. */
  leasing?: Leasing;
  checkOuts?: CheckOuts;

  private constructor(attributes: NewLicenseKey, now: Date) {
    super();
    this.id = attributes.id ?? newId('license-key');
    this.organizationId = attributes.organizationId;
    this.customerId = attributes.customerId;
    this.memberId = attributes.memberId;
    this.benefitId = attributes.benefitId;
    this.grantId = attributes.grant?.id ?? null;
    this.grantRevision = attributes.grant?.revision ?? null;
    this.createdAt = now;
    this.key = attributes.key;
    this.displayKey = displayForm(attributes.key);
    this.limitActivations = attributes.limitActivations;
    this.limitUsage = attributes.limitUsage;
    this.expiresAt = attributes.expiresAt;
    this.usage = attributes.history?.usage ?? 0;
    this.activations.push(...activationsBefore(this, attributes.history, now));
    this.activationCount = this.activations.length;
    this.metadata = withPairs(attributes.metadata ?? null);
    this.notes = attributes.notes ?? null;
    this.policy = attributes.policy ?? null;
    this.policyState = effects.stateWhenIssued(this.policy, attributes.startsAt ?? now);
  }

  static create(attributes: NewLicenseKey, now: Date): LicenseKey {
    const key = new LicenseKey(attributes, now);
    key.record(new events.LicenseKeyCreated(key.snapshot, now));
    return key;
  }

  get snapshot(): LicenseKeySnapshot {
    return snapshotOf(this as unknown as KeyState);
  }

  get takenSlots(): number {
    return this.checkOuts ? this.checkOuts.taken : this.activationCount - (this.leasing?.freeSlots ?? 0);
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
    const isLive = this.activations.some((each) => each.isLive && each.id === returned.activationId);
    if (isLive) this.deactivate(returned.activationId, this.leasing!.now);
  }

  /**
   * Changes the key by hand, and returns how often the status was set so far. Limits and expiry that are set no longer follow the
   * benefit, and `followed` ones do again. Setting the status is a decision even if it stays the same: the grant has to learn of it,
   * because a change of the purchase may be on its way to the key. Otherwise nothing is recorded if no value changes.
   */
  update(terms: Terms, now: Date, followed: Partial<GrantedTerms> = {}): number {
    if (this.grantId === null && Object.keys(followed).length > 0) throw hasNoGrant();
    if (terms.deviceSwaps !== undefined) this.assertCountsSwaps(terms.deviceSwaps);
    this.apply(effects.ofTime, now);
    if (terms.deviceSwaps !== undefined) this.beginSwapPeriod(now);
    this.change({ ...terms, ...effects.expiryFollowed(this, followed) }, now);
    this.policyState = effects.stateAfterUpdate(this, { terms, followed, now });
    if (this.grantId !== null) this.setByHand = setByHandAfter(this.setByHand, terms, followed);
    if (terms.status === undefined || this.grantId === null) return this.statusRevision;
    this.statusRevision += 1;
    this.record(new events.LicenseKeyStatusDecided(this.snapshot, now, this.statusRevision));
    return this.statusRevision;
  }

  /**
   * Applies the current state of the grant; a revision that was already applied is ignored. A grant that was granted again reactivates
   * a revoked key only. Renewed terms leave the status unchanged, and so does a grant that has not yet applied the last status set by
   * hand. The expiry starts anew with the grant or with another lifetime. The key moves with the grant to another benefit.
   */
  syncWithGrant(grant: GrantState, terms: GrantedTerms, now: Date): void {
    const { grantRevision, status, statusRevision, setByHand } = this;
    const applied = { revision: grantRevision ?? 0, status, statusRevision, setByHand, key: this };
    if (grant.revision <= applied.revision) return;
    this.grantRevision = grant.revision;
    this.change(changesByGrant(grant, terms, applied, now), now);
    this.policyState = effects.stateAfterSync(this, now, grant.isGranted && grant.stateRevision > applied.revision);
  }

  protected admit(attempt: Attempt): void {
    assertAllowed(this, attempt);
    this.apply(effects.ofTime, attempt.now);
  }

  protected use(units: number, now: Date): void {
    this.apply(effects.ofTime, now);
    const { usage, limitUsage } = this;
    this.usage += units;
    this.modifiedAt = now;
    if (reachesUsageLimit({ usage, limitUsage }, this)) this.record(new events.LicenseKeyUsageLimitReached(this.snapshot, now));
  }

  private apply(effectOf: typeof effects.ofTime, now: Date): void {
    const effect = this.policy && effectOf(this, now);
    if (!effect) return;
    this.policyState = effect.policyState;
    this.change(effect.terms, now);
  }

  private change({ metadata, ...terms }: Changes, now: Date): void {
    const { status, usage, limitUsage } = this;
    if (terms.status === 'granted') this.grantedAfterDeletion ||= this.customerDeleted;
    const changed = applyChanges<Changeable>(this, metadata ? { ...terms, metadata: withPairs(metadata) } : terms, isSameTerm);
    if (changed.length === 0) return;
    this.modifiedAt = now;
    this.record(new events.LicenseKeyUpdated(this.snapshot, now, changed));
    if (this.status === 'revoked' && status !== 'revoked') this.record(new events.LicenseKeyRevoked(this.snapshot, now));
    if (reachesUsageLimit({ usage, limitUsage }, this)) this.record(new events.LicenseKeyUsageLimitReached(this.snapshot, now));
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
    this.countDevice(installation, now);
    this.activationCount += 1 - (this.leasing?.releaseSlots() ?? 0);
    const { organizationId, id: licenseKeyId } = this;
    const deviceProfile = this.profileFor(installation, now);
    const activation = Activation.create({ ...installation, organizationId, licenseKeyId, deviceProfile }, now);
    this.activations.push(activation);
    if (!this.checkOuts) this.devices?.take(activation);
    this.apply(effects.ofActivation, now);
    this.noteDevice(installation.device ?? activation.id, now);
    this.record(new events.LicenseKeyActivated(this.snapshot, now, activation));
    return activation;
  }
}
