import type { DescribedDevice } from '../devices/described-device.ts';
import { compare, type DeviceProfile, isSameDevice } from '../devices/device-profile.ts';
import { CARD, identifies, subjectOf } from '../devices/identifying-components.ts';
import type { MatchRule } from '../policy/devices-policy.ts';

/** What the device of a trial is recognized by: what an application said about it, and the rule of the benefit. */
export interface Recognition {
  readonly described: DescribedDevice;
  readonly rule: MatchRule;
}

/** Digests of the components of a device that had a trial, by their names. */
export type ComponentsOfTrial = NonNullable<DeviceProfile['components']>;

/** Whether the value of a component is a secret of the device. Everybody in its network knows the addresses of network cards. */
const proves = (name: string): boolean => identifies(name) && subjectOf(name) !== CARD;

const only = ({ components }: DescribedDevice, isTaken: (name: string) => boolean): DescribedDevice['components'] =>
  Object.fromEntries(Object.entries(components).filter(([name]) => isTaken(name)));

/** Undefined if nothing in the description proves which device it is, or if the benefit does not compare devices. */
export function recognitionBy(described: DescribedDevice | null, rule: MatchRule | undefined): Recognition | undefined {
  return described && rule && Object.keys(only(described, proves)).length > 0 ? { described, rule } : undefined;
}

/** The digests by which a trial of the device is looked for, under all secret keys. */
export const provingDigests = ({ described }: Recognition): string[] => Object.values(only(described, proves)).flat();

/** What is stored about a device that gets a trial: nothing that only describes it. */
export const componentsOfTrial = ({ described }: Recognition): ComponentsOfTrial =>
  Object.fromEntries(Object.entries(only(described, identifies)).map(([name, [digest]]) => [name, digest]));

/**
 * Whether the device is the one that had the trial: by the rule, and by one component at least that proves it. Who knows no more than the
 * addresses of its network cards does not get its license key, nor takes its trial.
 */
export function isDeviceOfTrial(components: ComponentsOfTrial, { described, rule }: Recognition): boolean {
  const proving = { ...described, components: only(described, proves) };
  return isSameDevice({ components }, described, rule) && compare({ components }, proving).matching > 0;
}

/** The trial of the device: of several, the one with the most matching components, then the one of the smallest ID. */
export function trialRecognized(
  trials: Iterable<readonly [licenseKeyId: string, components: ComponentsOfTrial]>,
  recognition: Recognition,
): string | undefined {
  const matching = ([, components]: readonly [string, ComponentsOfTrial]): number =>
    compare({ components }, recognition.described).matching;
  const [best] = [...trials]
    .filter(([, components]) => isDeviceOfTrial(components, recognition))
    .sort((some, other) => matching(other) - matching(some) || (some[0] < other[0] ? -1 : 1));
  return best?.[0];
}
