import { AggregateRoot, applyChanges, newId } from '#kernel';
import { Activation } from './activation.ts';
import { type Conditions, sameConditions } from './conditions.ts';
import { displayForm } from './key-string.ts';
import type {
  FollowedTerm,
  GrantedTerms,
  GrantState,
  Installation,
  NewLicenseKey,
  LicenseKeySnapshot,
  ValidationInput,
  ReplacedString,
  Terms,
} from './license-key.types.ts';
import {
  ActivationLimitReached,
  ActivationNotFound,
  ActivationsNotSupported,
  BenefitMismatch,
  ConditionsMismatch,
  CustomerMismatch,
  ExpiredKeyNotActivated,
  ExpiredKeyNotValid,
  InactiveKeyNotActivated,
  InactiveKeyNotValid,
  RotateNotPermitted,
  type Status,
  hasNoGrant,
  usageBeyondInt32,
  UsageLimitExceeded,
} from './license-key.errors.ts';
import {
  LicenseKeyActivated,
  LicenseKeyCreated,
  LicenseKeyDeactivated,
  LicenseKeyRevoked,
  LicenseKeyRotated,
  LicenseKeyStatusDecided,
  LicenseKeyUpdated,
  LicenseKeyUsageLimitReached,
} from './license-key.events.ts';

const INT32_MAX = 2_147_483_647;
const FOLLOWED_TERMS: readonly FollowedTerm[] = ['limitActivations', 'limitUsage', 'expiresAt'];

/**
 * A customer's right to use what a benefit grants. Loaded with only those activations that the command is about; all live ones
 * are counted in `activationCount`.
 */
export class LicenseKey extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  benefitId: string;
  readonly grantId: string | null;
  /** Revision of the last grant decision that was applied to the key. */
  private grantRevision: number | null;
  /** How often the status was set by hand. Counted only for a key that has a grant. */
  private statusRevision: number;
  /** The terms that were set by hand. They no longer follow the benefit. */
  private setByHand: readonly FollowedTerm[];
  readonly createdAt: Date;
  private key: string;
  private displayKey: string;
  status: Status;
  limitActivations: number | null;
  private activationCount: number;
  usage: number;
  limitUsage: number | null;
  private validations: number;
  private lastValidatedAt: Date | null;
  expiresAt: Date | null;
  private modifiedAt: Date | null;
  /** The activations that the command is about, and new ones. */
  readonly activations: Activation[];
  private replaced?: ReplacedString[];

  private constructor(attributes: NewLicenseKey, now: Date) {
    super();
    this.id = newId();
    this.organizationId = attributes.organizationId;
    this.customerId = attributes.customerId;
    this.memberId = attributes.memberId;
    this.benefitId = attributes.benefitId;
    this.grantId = attributes.grant?.id ?? null;
    this.grantRevision = attributes.grant?.revision ?? null;
    this.statusRevision = 0;
    this.setByHand = [];
    this.createdAt = now;
    this.key = attributes.key;
    this.displayKey = displayForm(attributes.key);
    this.status = 'granted';
    this.limitActivations = attributes.limitActivations;
    this.activationCount = 0;
    this.usage = 0;
    this.limitUsage = attributes.limitUsage;
    this.validations = 0;
    this.lastValidatedAt = null;
    this.expiresAt = attributes.expiresAt;
    this.modifiedAt = null;
    this.activations = [];
  }

  static create(attributes: NewLicenseKey, now: Date): LicenseKey {
    const key = new LicenseKey(attributes, now);
    key.record(new LicenseKeyCreated(key.snapshot, now));
    return key;
  }

  get snapshot(): LicenseKeySnapshot {
    return {
      id: this.id,
      organizationId: this.organizationId,
      customerId: this.customerId,
      benefitId: this.benefitId,
      grantId: this.grantId,
      key: this.key,
      displayKey: this.displayKey,
      status: this.status,
      limitActivations: this.limitActivations,
      usage: this.usage,
      limitUsage: this.limitUsage,
      validations: this.validations,
      lastValidatedAt: this.lastValidatedAt,
      expiresAt: this.expiresAt,
      createdAt: this.createdAt,
      modifiedAt: this.modifiedAt,
    };
  }

  /** How often the status of a key that has a grant was set by hand. */
  get lastStatusDecision(): number {
    return this.statusRevision;
  }

  /** Activates the key for an installation. A device that has a live activation gets that one again. */
  activate(installation: Installation, now: Date): Activation {
    if (this.status !== 'granted') throw new InactiveKeyNotActivated(this.status);
    if (this.isExpired(now)) throw new ExpiredKeyNotActivated();
    if (!this.limitActivations) throw new ActivationsNotSupported();
    const existing = this.activations.find((each) => each.isLive && each.device !== null && each.device === installation.device);
    if (existing) return existing;
    if (this.activationCount >= this.limitActivations) throw new ActivationLimitReached();

    const { id: licenseKeyId, organizationId } = this;
    const activation = Activation.create({ organizationId, licenseKeyId, ...installation }, now);
    this.activations.push(activation);
    this.activationCount += 1;
    this.record(new LicenseKeyActivated(this.snapshot, now, activation));
    return activation;
  }

  /** Validates the key and counts the validation. Checks run in order of precedence; the first failing one is thrown. */
  validate({ activationId, conditions, benefitId, customerId, incrementUsage }: ValidationInput, now: Date): Activation | null {
    if (this.status !== 'granted') throw new InactiveKeyNotValid(this.status);
    if (this.isExpired(now)) throw new ExpiredKeyNotValid();
    const activation = activationId === null ? null : this.findActivation(activationId);
    if (activation && !accepts(activation, conditions)) throw new ConditionsMismatch();
    if (benefitId !== null && benefitId !== this.benefitId) throw new BenefitMismatch();
    if (customerId !== null && customerId !== this.customerId) throw new CustomerMismatch();
    const remaining = this.limitUsage === null ? Infinity : this.limitUsage - this.usage;
    if (incrementUsage > 0 && incrementUsage > remaining) throw new UsageLimitExceeded(remaining);
    if (this.usage + incrementUsage > INT32_MAX) throw usageBeyondInt32(incrementUsage);

    const before = this.usage;
    this.usage += incrementUsage;
    this.validations += 1;
    this.lastValidatedAt = now;
    this.modifiedAt = now;
    this.recordUsageLimitReached(before, this.limitUsage, now);
    return activation;
  }

  /** Ends an activation. Allowed in any status of the key. */
  deactivate(activationId: string, now: Date): void {
    const activation = this.findActivation(activationId);

    activation.deactivatedAt = now;
    this.activationCount -= 1;
    this.record(new LicenseKeyDeactivated(this.snapshot, now, activation));
  }

  /**
   * Changes the key by hand. Limits and expiry that are set no longer follow the benefit, and `followed` ones do again.
   * Setting the status is a decision about the key even if the status stays the same: the grant has to learn of it, because a
   * change of the purchase may be on its way to the key. Otherwise nothing is recorded if no value changes.
   */
  update(terms: Terms, now: Date, followed: Partial<GrantedTerms> = {}): void {
    if (this.grantId === null && Object.keys(followed).length > 0) throw hasNoGrant();
    this.change({ ...terms, ...followed }, now);
    if (this.grantId !== null) this.markSetByHand(terms, followed);
    if (terms.status === undefined || this.grantId === null) return;
    this.statusRevision += 1;
    this.record(new LicenseKeyStatusDecided(this.snapshot, now, this.statusRevision));
  }

  /**
   * Applies the current state of the grant; a revision that was already applied is ignored. A grant that was granted again
   * reactivates a revoked key only, with `disabled` if that was set by hand. Renewed terms leave the status unchanged, and so
   * does a grant that has not yet applied the last status set by hand: it will, and the key follows it then. The expiry starts
   * anew when the benefit is granted again and when its lifetime changes, not when another term does. If another benefit has
   * taken the place of the first one, the key moves to it.
   */
  syncWithGrant(grant: GrantState, terms: GrantedTerms, now: Date): void {
    const appliedRevision = this.grantRevision ?? 0;
    if (grant.revision <= appliedRevision) return;
    const setsStatus = grant.stateRevision > appliedRevision && grant.keyStatusRevision >= this.statusRevision;
    const restored = grant.keyStatus === 'disabled' ? 'disabled' : 'granted';
    const startsExpiry = Math.max(grant.stateRevision, grant.expiryRevision) > appliedRevision;
    const isFollowed = (term: FollowedTerm): boolean => !this.setByHand.includes(term) && (term !== 'expiresAt' || startsExpiry);
    const followed = Object.fromEntries(FOLLOWED_TERMS.filter(isFollowed).map((term) => [term, terms[term]]));
    const { benefitId, isGranted } = grant;
    this.grantRevision = grant.revision;
    if (!isGranted) this.change({ benefitId, ...(setsStatus ? { status: 'revoked' } : {}) }, now);
    else this.change({ benefitId, ...followed, ...(setsStatus && this.status === 'revoked' ? { status: restored } : {}) }, now);
  }

  /** Replaces the key string. The old string stays valid until `previousValidUntil`; `null` ends it immediately. */
  rotate(newKey: string, previousValidUntil: Date | null, now: Date): void {
    if (this.status === 'revoked') throw new RotateNotPermitted(this.status);

    (this.replaced ??= []).push({ key: this.key, validUntil: previousValidUntil ?? now });
    this.key = newKey;
    this.displayKey = displayForm(newKey);
    this.modifiedAt = now;
    this.record(new LicenseKeyRotated(this.snapshot, now, previousValidUntil));
  }

  /** Returns the strings replaced since the last call, and forgets them. */
  pullReplacedStrings(): ReplacedString[] {
    const replaced = this.replaced ?? [];
    this.replaced = undefined;
    return replaced;
  }

  private markSetByHand(terms: Terms, followed: Partial<GrantedTerms>): void {
    const setByHand = FOLLOWED_TERMS.filter(
      (term) => followed[term] === undefined && (terms[term] !== undefined || this.setByHand.includes(term)),
    );
    if (String(setByHand) !== String(this.setByHand)) this.setByHand = setByHand;
  }

  private change(terms: Terms & { readonly benefitId?: string }, now: Date): void {
    const { status, usage, limitUsage } = this;
    const changed = applyChanges<Required<Terms> & { benefitId: string }>(this, terms);
    if (changed.length === 0) return;

    this.modifiedAt = now;
    this.record(new LicenseKeyUpdated(this.snapshot, now, changed));
    if (this.status === 'revoked' && status !== 'revoked') this.record(new LicenseKeyRevoked(this.snapshot, now));
    this.recordUsageLimitReached(usage, limitUsage, now);
  }

  private isExpired(now: Date): boolean {
    return this.expiresAt !== null && now >= this.expiresAt;
  }

  private findActivation(id: string): Activation {
    const activation = this.activations.find((each) => each.id === id && each.isLive);
    if (!activation) throw new ActivationNotFound();
    return activation;
  }

  private recordUsageLimitReached(usageBefore: number, limitBefore: number | null, now: Date): void {
    const reached = (usage: number, limit: number | null): boolean => limit !== null && usage >= limit;
    if (reached(this.usage, this.limitUsage) && !reached(usageBefore, limitBefore)) {
      this.record(new LicenseKeyUsageLimitReached(this.snapshot, now));
    }
  }
}

const accepts = ({ conditions }: Activation, presented: Conditions): boolean =>
  Object.keys(conditions).length === 0 || sameConditions(conditions, presented);
