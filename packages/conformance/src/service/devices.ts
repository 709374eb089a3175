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

/** Which device sends a request, and which installation on it. */
export interface NamedDevice {
  readonly device: string | null;
  readonly installation: string | null;
  readonly described: DescribedDevice | null;
}

/** The activations with the ID of a device, without those whose components tell that they are of another one. */
const withId = ({ activations, match }: LicenseKey, { device: id, described }: NamedDevice): Activation[] =>
  activations.filter(
    ({ device, profile }) =>
      device !== null && device === id && !(match && described && isOtherDevice(profile, described, match)),
  );

/** The activation of an installation. What has no ID of an installation is that of the first one that sends it. */
export function installationOf(key: LicenseKey, named: NamedDevice): Activation | undefined {
  const ofDevice = withId(key, named);
  return (
    ofDevice.find(({ installation }) => installation === named.installation) ??
    ofDevice.find(({ installation }) => installation === null || named.installation === null)
  );
}

/** An activation of the device, by its ID or by its components. */
export function recognized(key: LicenseKey, named: NamedDevice): Activation | undefined {
  const { activations, match } = key;
  const { described } = named;
  return (
    withId(key, named)[0] ?? activations.find(({ profile }) => match && described && isSameDevice(profile, described, match))
  );
}

export function assertDevice({ match }: LicenseKey, activation: Activation, body: Describing, status: 403 | 404): void {
  const described = describedIn(body);
  if (!match || !described) return;
  if (isOtherDevice(activation.profile, described, match)) throw refusal(status, 'DEVICE_MISMATCH');
  Object.assign(activation, { profile: profileAfter(activation.profile, described) });
}
