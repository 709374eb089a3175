import { AggregateRoot, newId } from '#kernel';
import { Activation } from './activation.ts';
import { type Conditions, sameConditions } from './conditions.ts';
import { displayForm } from './key-string.ts';
import type {
  GrantedTerms,
  GrantState,
  Installation,
  NewLicenseKey,
  LicenseKeySnapshot,
  Presentation,
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
  usageBeyondInt32,
  UsageLimitExceeded,
} from './license-key.errors.ts';
import {
  LicenseKeyActivated,
  LicenseKeyCreated,
  LicenseKeyDeactivated,
  LicenseKeyRevoked,
  LicenseKeyRotated,
  LicenseKeyUpdated,
  LicenseKeyUsageLimitReached,
} from './license-key.events.ts';

const INT32_MAX = 2_147_483_647;

/**
 * The right of a customer to use what a benefit grants. It is held together with those activations that the command at hand
 * names; the others are only counted.
 */
export class LicenseKey extends AggregateRoot {
  readonly id!: string;
  readonly organizationId!: string;
  readonly customerId!: string;
  readonly memberId!: string | null;
  readonly benefitId!: string;
  readonly grantId!: string | null;
  /** The last decision about the grant that the key has followed. */
  private grantRevision!: number | null;
  readonly createdAt!: Date;
  private key!: string;
  private displayKey!: string;
  private status!: Status;
  private limitActivations!: number | null;
  private activationCount!: number;
  private usage!: number;
  private limitUsage!: number | null;
  private validations!: number;
  private lastValidatedAt!: Date | null;
  private expiresAt!: Date | null;
  private modifiedAt!: Date | null;
  /** The activations that the command names, and those made since. */
  readonly activations!: Activation[];
  private replaced?: ReplacedString[];

  static issue({ grant, ...issue }: NewLicenseKey, now: Date): LicenseKey {
    const key = Object.create(LicenseKey.prototype) as LicenseKey;
    const unused = { status: 'granted', activationCount: 0, activations: [], usage: 0, validations: 0, lastValidatedAt: null };
    Object.assign(key, {
      id: newId(),
      ...issue,
      ...unused,
      grantId: grant?.id ?? null,
      grantRevision: grant?.revision ?? null,
      displayKey: displayForm(issue.key),
      createdAt: now,
      modifiedAt: null,
    });
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

  /** Gives an installation a slot. The same device gets the slot it already has. */
  activate(installation: Installation, now: Date): Activation {
    if (this.status !== 'granted') throw new InactiveKeyNotActivated(this.status);
    if (this.isExpired(now)) throw new ExpiredKeyNotActivated();
    if (!this.limitActivations) throw new ActivationsNotSupported();
    const existing = this.activations.find((each) => each.isLive && each.device !== null && each.device === installation.device);
    if (existing) return existing;
    if (this.activationCount >= this.limitActivations) throw new ActivationLimitReached();

    const { id: licenseKeyId, organizationId } = this;
    const activation = Activation.of({ id: newId(), organizationId, licenseKeyId, createdAt: now, ...installation });
    this.activations.push(activation);
    this.activationCount += 1;
    this.record(new LicenseKeyActivated(this.snapshot, now, activation));
    return activation;
  }

  /** Says yes, and counts it. Everything that speaks against it comes first, in order of precedence. */
  validate({ activationId, conditions, benefitId, customerId, incrementUsage }: Presentation, now: Date): Activation | null {
    if (this.status !== 'granted') throw new InactiveKeyNotValid(this.status);
    if (this.isExpired(now)) throw new ExpiredKeyNotValid();
    const activation = activationId === null ? null : this.liveActivation(activationId);
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

  /** Frees the slot, whatever the key's status. */
  deactivate(activationId: string, now: Date): void {
    const activation = this.liveActivation(activationId);

    activation.deactivatedAt = now;
    this.activationCount -= 1;
    this.record(new LicenseKeyDeactivated(this.snapshot, now, activation));
  }

  update(terms: Terms, now: Date): void {
    const before = this.snapshot;
    const current: Terms = before;
    const given = (Object.keys(terms) as (keyof Terms)[]).filter((name) => terms[name] !== undefined);
    const changed = given.filter((name) => differs(terms[name], current[name]));
    if (changed.length === 0) return;

    Object.assign(this, Object.fromEntries(changed.map((name) => [name, terms[name]])));
    this.modifiedAt = now;
    this.record(new LicenseKeyUpdated(this.snapshot, now, changed));
    if (this.status === 'revoked' && before.status !== 'revoked') this.record(new LicenseKeyRevoked(this.snapshot, now));
    this.recordUsageLimitReached(before.usage, before.limitUsage, now);
  }

  /**
   * Does what was decided about its grant since the last time. Granted again, only a revoked key comes back, and the benefit's
   * terms count from now; renewed, the terms do and the status stays. What is older than what was followed is dropped.
   */
  syncWithGrant({ isGranted, revision, stateRevision }: GrantState, terms: GrantedTerms, now: Date): void {
    const followed = this.grantRevision ?? 0;
    if (revision <= followed) return;
    const isNewState = stateRevision > followed;
    this.grantRevision = revision;
    if (isGranted) this.update(isNewState && this.status === 'revoked' ? { ...terms, status: 'granted' } : terms, now);
    else if (isNewState) this.update({ status: 'revoked' }, now);
  }

  /** Gives the key a new string. The old one stops at `previousValidUntil`, at once where that is null. */
  rotate(newKey: string, previousValidUntil: Date | null, now: Date): void {
    if (this.status === 'revoked') throw new RotateNotPermitted(this.status);

    (this.replaced ??= []).push({ key: this.key, validUntil: previousValidUntil ?? now });
    this.key = newKey;
    this.displayKey = displayForm(newKey);
    this.modifiedAt = now;
    this.record(new LicenseKeyRotated(this.snapshot, now, previousValidUntil));
  }

  /** Hands over the strings that rotation replaced since the last call. */
  pullReplacedStrings(): ReplacedString[] {
    const replaced = this.replaced ?? [];
    this.replaced = undefined;
    return replaced;
  }

  private isExpired(now: Date): boolean {
    return this.expiresAt !== null && now >= this.expiresAt;
  }

  private liveActivation(id: string): Activation {
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

const differs = (some: unknown, other: unknown): boolean =>
  some instanceof Date && other instanceof Date ? some.getTime() !== other.getTime() : some !== other;
