import type { Activation } from './activation.ts';
import type { Attempt } from './checks/check.ts';
import { type DeviceProfile, newProfile } from './devices/device-profile.ts';
import type { Devices } from './devices/devices.ts';
import type { Installation } from './license-key.types.ts';
import { classOf } from './policy/devices-policy.ts';
import { swapsAt, swapsNotLimited, withDevice } from './policy/device-swaps.ts';
import { WatchedKey } from './watched-key.ts';

/** The part of a key that knows the devices on which it is activated. */
export abstract class KeyOnDevices extends WatchedKey {
  abstract readonly createdAt: Date;
  abstract limitActivations: number | null;
  abstract get takenSlots(): number;
  /** Loaded only for commands that may activate a key with rules for devices. */
  devices?: Devices;

  /** How many devices took the place of others in the last period in which devices were counted. */
  get deviceSwaps(): number {
    return this.policyState?.devices?.swaps ?? 0;
  }

  set deviceSwaps(swaps: number) {
    this.policyState = { ...this.policyState, devices: { ...this.policyState!.devices!, swaps } };
  }

  /** Begins to count in the current period, if that has not happened. */
  protected beginSwapPeriod(now: Date): void {
    const devices = swapsAt(this, now);
    if (devices && devices !== this.policyState?.devices) this.policyState = { ...this.policyState, devices };
  }

  protected assertCountsSwaps(given: number): void {
    if (!this.policy?.devices?.swaps) throw swapsNotLimited(given);
  }

  /** Remembers what the application said about the device of an activation. */
  protected see({ activation, activationId, device, described, application, now }: Attempt): Activation | null {
    if (!activation || !described) return activation;
    if (activationId === null && device !== null && device !== activation.device) activation.renameDevice(device);
    activation.seeDevice({ device: described, class: classOf(described, this.policy?.devices), application }, now);
    return activation;
  }

  /** A new device is counted in the period, unless it was active in it. */
  protected countDevice(installation: Installation, now: Date): void {
    const state = swapsAt(this, now);
    if (!state) return;
    const returns = this.devices?.wasActiveSince(new Date(state.startedAt), installation, this.policy?.devices?.match);
    this.policyState = { ...this.policyState, devices: returns ? state : withDevice(state, this) };
  }

  /** Without a description and without rules for devices, nothing is kept about the device. */
  protected profileFor({ described, application = null }: Installation, now: Date): DeviceProfile | null {
    const rules = this.policy?.devices;
    if (described) return newProfile({ device: described, class: classOf(described, rules), application }, now);
    return rules ? { lastSeenAt: now.toISOString() } : null;
  }
}
