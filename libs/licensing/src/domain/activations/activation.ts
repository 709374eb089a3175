import { newId } from '#kernel';
import { type Conditions, sameConditions } from './conditions.ts';
import type { DeviceProfile } from '../devices/device-profile.ts';
import { KnownDevice } from '../devices/known-device.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';
import type { KeyHistory } from '../keys/license-key.types.ts';

/** An activation as commands return it. `conditions` are never returned. */
export interface ActivationSnapshot {
  readonly id: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly meta: Conditions;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  /** Undefined for an activation without a check-out, as is the next one. */
  readonly checkoutExpiresAt?: Date | undefined;
  readonly lastHeartbeatAt?: Date | undefined;
}

/** The slot of a floating key that an activation holds for some time. */
interface CheckOut {
  readonly expiresAt: Date;
  readonly lastHeartbeatAt: Date;
  /** When it is looked at whether the check-out has expired. */
  readonly sweepAt: Date;
}

export interface NewActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
  readonly deviceProfile?: DeviceProfile | null;
}

/** What remains of an activation whose customer was anonymized. */
export const ERASED = { label: 'anonymized', conditions: {}, meta: {}, device: null, deviceProfile: null } as const;

/** One installation of a license key, until it is deactivated. Stored as a row of its own: a key may have very many. */
export class Activation extends KnownDevice {
  readonly id: string;
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  deactivatedAt: Date | null;
  /** The end of the check-out; null if the activation has none. */
  checkoutExpiresAt: Date | null;
  lastHeartbeatAt: Date | null;
  /** Renewals leave it as it is: it is indexed, and they are frequent. */
  sweepAt: Date | null;
  private hasNewCheckOut?: boolean;

  private constructor(attributes: NewActivation, now: Date) {
    super(attributes.device, attributes.deviceProfile ?? null);
    this.id = newId('activation');
    this.organizationId = attributes.organizationId;
    this.licenseKeyId = attributes.licenseKeyId;
    this.label = attributes.label;
    this.conditions = attributes.conditions;
    this.meta = attributes.meta;
    this.createdAt = now;
    this.modifiedAt = null;
    this.deactivatedAt = null;
    this.checkoutExpiresAt = null;
    this.lastHeartbeatAt = null;
    this.sweepAt = null;
  }

  static create(attributes: NewActivation, now: Date): Activation {
    return new Activation(attributes, now);
  }

  get isLive(): boolean {
    return this.deactivatedAt === null;
  }

  /** An activation without conditions accepts any. */
  accepts(presented: Conditions): boolean {
    return Object.keys(this.conditions).length === 0 || sameConditions(this.conditions, presented);
  }

  end(now: Date): void {
    this.deactivatedAt = now;
    if (this.sweepAt !== null) this.forgetCheckOut();
  }

  checkOut({ expiresAt, lastHeartbeatAt, sweepAt }: CheckOut): void {
    this.checkoutExpiresAt = expiresAt;
    this.lastHeartbeatAt = lastHeartbeatAt;
    this.sweepAt ??= sweepAt;
    this.hasNewCheckOut = true;
  }

  sweepLater(at: Date): void {
    this.sweepAt = at;
    this.hasNewCheckOut = true;
  }

  forgetCheckOut(): void {
    this.checkoutExpiresAt = null;
    this.lastHeartbeatAt = null;
    this.sweepAt = null;
    this.hasNewCheckOut = true;
  }

  /** Whether the check-out changed since the last call. */
  pullNewCheckOut(): boolean {
    const { hasNewCheckOut = false } = this;
    this.hasNewCheckOut = false;
    return hasNewCheckOut;
  }

  get facts(): ActivationSnapshot {
    const { id, licenseKeyId, label, meta, createdAt, modifiedAt } = this;
    const checkoutExpiresAt = this.checkoutExpiresAt ?? undefined;
    const lastHeartbeatAt = this.lastHeartbeatAt ?? undefined;
    return { id, licenseKeyId, label, meta, createdAt, modifiedAt, checkoutExpiresAt, lastHeartbeatAt };
  }
}

/** The live activation with this id. Throws `ActivationNotFound`. */
export function liveActivation(activations: readonly Activation[], id: string): Activation {
  const activation = activations.find((each) => each.id === id && each.isLive);
  if (!activation) throw new ActivationNotFound();
  return activation;
}

/** The activations that a new key begins with, if it was issued elsewhere. No event reports them: they are not new. */
export function activationsBefore(
  key: { readonly id: string; readonly organizationId: string },
  history: KeyHistory | null | undefined,
  now: Date,
): Activation[] {
  const owner = { organizationId: key.organizationId, licenseKeyId: key.id };
  return (history?.installations ?? []).map((installation) => Activation.create({ ...installation, ...owner }, now));
}
