import type {
  ComponentDigests,
  DescribedDevice,
  DeviceDescription,
} from '../../../../libs/licensing/src/domain/devices/described-device.ts';
import { DeviceDigests } from '../../../../libs/licensing/src/domain/devices/device-digests.ts';
import {
  type DeviceProfile,
  isOtherDevice,
  isSameDevice,
  seenAgain,
} from '../../../../libs/licensing/src/domain/devices/device-profile.ts';
import { type Activation, type LicenseKey, ORGANIZATION } from './license-key.ts';
import { refusal } from './refusals.ts';

/** What says which device sends a request. */
export interface Describing {
  readonly device?: Partial<DeviceDescription> | null;
}

/** In place of digests: nothing here is kept. */
class PlainDigests extends DeviceDigests {
  digestsOf(_organizationId: string, subject: string, value: string): ComponentDigests {
    return [`${subject}: ${value}`];
  }
}
const digests = new PlainDigests();
const UNDESCRIBED = { components: {}, class: null, virtual: null, platform: null };

export const describedIn = ({ device }: Describing): DescribedDevice | null =>
  device ? digests.describe(ORGANIZATION, { ...UNDESCRIBED, ...device }) : null;

export const profileAfter = (before: DeviceProfile | null, device: DescribedDevice): DeviceProfile =>
  seenAgain(before, { device, class: null, application: null }, new Date(0));

/** The activation with the ID of a device, unless its components tell that it is another one. */
export const installationOf = ({ activations, match }: LicenseKey, id: string | null, described: DescribedDevice | null) =>
  activations.find(
    ({ device, profile }) =>
      device !== null && device === id && !(match && described && isOtherDevice(profile, described, match)),
  );

/** An activation of the device that has these components. */
export const recognized = ({ activations, match }: LicenseKey, described: DescribedDevice | null) =>
  activations.find(({ profile }) => match && described && isSameDevice(profile, described, match));

export function assertDevice({ match }: LicenseKey, activation: Activation, body: Describing, status: 403 | 404): void {
  const described = describedIn(body);
  if (!match || !described) return;
  if (isOtherDevice(activation.profile, described, match)) throw refusal(status, 'DEVICE_MISMATCH');
  Object.assign(activation, { profile: profileAfter(activation.profile, described) });
}
