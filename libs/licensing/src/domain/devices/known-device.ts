import { type DeviceProfile, seenAgain, type Sighting } from './device-profile.ts';

/** The part of an activation that knows its device. */
export abstract class KnownDevice {
  /** Device id sent by the application, if any; unique among the live activations of a key. */
  device: string | null;
  /** Null also if it was not read: only requests that describe a device, or activate a key with rules for devices, read it. */
  deviceProfile: DeviceProfile | null;
  private newDevice?: 'profile' | 'id' | undefined;

  constructor(device: string | null, deviceProfile: DeviceProfile | null) {
    this.device = device;
    this.deviceProfile = deviceProfile;
  }

  /** The device was described in a request. */
  seeDevice(sighting: Sighting, now: Date): void {
    const profile = seenAgain(this.deviceProfile, sighting, now);
    if (profile === this.deviceProfile) return;
    this.deviceProfile = profile;
    this.newDevice ??= 'profile';
  }

  /** The device has another ID than before. */
  renameDevice(device: string): void {
    this.device = device;
    this.newDevice = 'id';
  }

  /** What changed of the device since the last call: its profile, or its ID as well. */
  pullNewDevice(): 'profile' | 'id' | undefined {
    const { newDevice } = this;
    if (newDevice) this.newDevice = undefined;
    return newDevice;
  }
}
