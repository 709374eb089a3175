import { newId } from '#kernel';
import { type Conditions, sameConditions } from './conditions.ts';
import { type DeviceProfile, seenAgain, seenUndescribed, type Sighting } from '../devices/device-profile.ts';
import type { ActivationState, NewActivation } from './activation-state.ts';
import { ActivationNotFound } from '../keys/license-key.errors.ts';

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

/**
 * One installation of a license key, until it is deactivated. Those of one device share a place, which is free when the last of them
 * ends. Stored as a row of its own: a key may have very many.
 */
export class Activation {
  private hasNewCheckOut = false;
  private hasNewDevice = false;
  private hasNewIds = false;

  private constructor(private readonly state: ActivationState) {}

  static create(attributes: NewActivation, now: Date): Activation {
    const {
      organizationId,
      licenseKeyId,
      label,
      conditions,
      meta,
      device,
      installation = null,
      deviceProfile = null,
    } = attributes;
    return new Activation({
      id: newId('activation'),
      organizationId,
      licenseKeyId,
      label,
      conditions,
      meta,
      device,
      installation,
      placeId: attributes.neighbor?.placeId ?? null,
      deviceProfile,
      createdAt: now,
      modifiedAt: null,
      deactivatedAt: null,
      checkoutExpiresAt: null,
      lastHeartbeatAt: null,
      sweepAt: null,
    });
  }

  /** An activation as it was stored. */
  static restore(state: ActivationState): Activation {
    return new Activation(state);
  }

  copy(): Activation {
    const copy = new Activation({ ...this.state });
    copy.hasNewCheckOut = this.hasNewCheckOut;
    copy.hasNewDevice = this.hasNewDevice;
    copy.hasNewIds = this.hasNewIds;
    return copy;
  }

  get id(): string {
    return this.state.id;
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get licenseKeyId(): string {
    return this.state.licenseKeyId;
  }

  get label(): string {
    return this.state.label;
  }

  get conditions(): Conditions {
    return this.state.conditions;
  }

  get createdAt(): Date {
    return this.state.createdAt;
  }

  get isLive(): boolean {
    return this.state.deactivatedAt === null;
  }

  get deactivatedAt(): Date | null {
    return this.state.deactivatedAt;
  }

  get device(): string | null {
    return this.state.device;
  }

  get installation(): string | null {
    return this.state.installation;
  }

  /** Which place of the key it shares with other installations of its device: the ID of the activation that took it. */
  get placeId(): string {
    return this.state.placeId ?? this.state.id;
  }

  get deviceProfile(): DeviceProfile | null {
    return this.state.deviceProfile;
  }

  get checkoutExpiresAt(): Date | null {
    return this.state.checkoutExpiresAt;
  }

  get lastHeartbeatAt(): Date | null {
    return this.state.lastHeartbeatAt;
  }

  get sweepAt(): Date | null {
    return this.state.sweepAt;
  }

  /** The state, for those who store it. */
  get stored(): Readonly<ActivationState> {
    return this.state;
  }

  get facts(): ActivationSnapshot {
    const { id, licenseKeyId, label, meta, createdAt, modifiedAt } = this.state;
    const checkoutExpiresAt = this.state.checkoutExpiresAt ?? undefined;
    const lastHeartbeatAt = this.state.lastHeartbeatAt ?? undefined;
    return { id, licenseKeyId, label, meta, createdAt, modifiedAt, checkoutExpiresAt, lastHeartbeatAt };
  }

  /** An activation without conditions accepts any. */
  accepts(presented: Conditions): boolean {
    const { conditions } = this.state;
    return Object.keys(conditions).length === 0 || sameConditions(conditions, presented);
  }

  end(now: Date): void {
    this.state.deactivatedAt = now;
    this.state.modifiedAt = now;
    if (this.state.sweepAt !== null) this.endCheckOut();
  }

  checkOut({ expiresAt, lastHeartbeatAt, sweepAt }: CheckOut): void {
    this.state.checkoutExpiresAt = expiresAt;
    this.state.lastHeartbeatAt = lastHeartbeatAt;
    this.state.sweepAt ??= sweepAt;
    this.hasNewCheckOut = true;
  }

  /** It is looked at again then whether the check-out has expired. */
  postponeSweep(at: Date): void {
    this.state.sweepAt = at;
    this.hasNewCheckOut = true;
  }

  endCheckOut(): void {
    this.state.checkoutExpiresAt = null;
    this.state.lastHeartbeatAt = null;
    this.state.sweepAt = null;
    this.hasNewCheckOut = true;
  }

  /** Whether the check-out changed since the last call. */
  pullNewCheckOut(): boolean {
    const { hasNewCheckOut } = this;
    this.hasNewCheckOut = false;
    return hasNewCheckOut;
  }

  /** The device was described in a request. */
  updateDeviceProfile(sighting: Sighting, now: Date): void {
    this.setDeviceProfile(seenAgain(this.state.deviceProfile, sighting, now));
  }

  /** An application used the activation. Its profile has to be loaded. */
  noteUse(now: Date): void {
    this.setDeviceProfile(seenUndescribed(this.state.deviceProfile, now));
  }

  private setDeviceProfile(profile: DeviceProfile): void {
    if (profile === this.state.deviceProfile) return;
    this.state.deviceProfile = profile;
    this.hasNewDevice = true;
  }

  /** The application sent IDs of its device and installation, of which some were not known. */
  identify(device: string, installation: string | null): void {
    this.state.device = device;
    this.state.installation ??= installation;
    this.hasNewIds = true;
  }

  /** Whether the IDs of device and installation changed since the last call. */
  pullNewIds(): boolean {
    const { hasNewIds } = this;
    this.hasNewIds = false;
    return hasNewIds;
  }

  /** Whether the profile of the device changed since the last call. */
  pullNewDevice(): boolean {
    const { hasNewDevice } = this;
    this.hasNewDevice = false;
    return hasNewDevice;
  }
}

/** The live activation with this id. Throws `ActivationNotFound`. */
export function liveActivation(activations: readonly Activation[], id: string): Activation {
  const activation = activations.find((each) => each.id === id && each.isLive);
  if (!activation) throw new ActivationNotFound();
  return activation;
}
