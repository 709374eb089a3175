import { type DescribedDevice, VIRTUAL_CLASS } from '../devices/described-device.ts';
import type { Unit } from '#support/periods';

/** How many of the components that are stored have to match. */
export type MatchRule = 'all' | 'most' | 'any' | { readonly atLeast: number };

/** On which devices a key is activated, beyond how many they are. */
export interface DevicesPolicy {
  /** Left out if components are not compared. */
  readonly match?: MatchRule;
  readonly classes?: readonly DeviceClass[];
  readonly virtual?: 'allow' | 'refuse' | 'own_class';
  readonly swaps?: SwapsPolicy;
}

export interface DeviceClass {
  readonly class: string;
  /** How many devices of the class have a slot at a time. */
  readonly limit: number;
}

/** How many devices may take the place of others in each period. */
export interface SwapsPolicy {
  readonly limit: number;
  readonly every: Unit;
}

/** The class of a device under the policy. */
export const classOf = (device: DescribedDevice, policy: DevicesPolicy | undefined): string | null =>
  device.isVirtual && policy?.virtual === 'own_class' ? VIRTUAL_CLASS : device.class;

/** Undefined if the class has no limit. */
export const limitOfClass = (policy: DevicesPolicy | undefined, name: string | null): number | undefined =>
  policy?.classes?.find((each) => each.class === name)?.limit;
