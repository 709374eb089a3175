import { ValidationFailed } from '#kernel';
import type { DevicesPolicy } from './devices-policy.ts';
import type { NodeLockedPolicy } from './node-locked-policy.ts';
import { grantedDevices } from './over-limit-policy.ts';
import { periodAt } from '#support/periods';

/** On how many different devices the key was activated in a period. */
export interface DeviceSwapsState {
  readonly startedAt: string;
  readonly endsAt: string;
  /** The devices that were active when the period began, and new ones. */
  readonly devices: number;
  /** How many of the new ones took the place of others. */
  readonly swaps: number;
}

interface SwappedKey {
  readonly policy: { readonly devices?: DevicesPolicy; readonly nodeLocked?: NodeLockedPolicy } | null;
  readonly policyState: { readonly devices?: DeviceSwapsState } | null;
  readonly createdAt: Date;
  readonly takenSlots: number;
  readonly limitActivations: number | null;
}

/** The state in the period of that time, which may have begun since: the stored object if it has not. Undefined without a limit of swaps. */
export function swapsAt(key: SwappedKey, now: Date): DeviceSwapsState | undefined {
  const swaps = key.policy?.devices?.swaps;
  if (!swaps) return undefined;
  const known = key.policyState?.devices;
  if (known && now < new Date(known.endsAt)) return known;
  return { ...periodAt(swaps, key.createdAt, now), devices: key.takenSlots, swaps: 0 };
}

/** Whether a new device takes the place of another one. */
export const isSwap = (
  { devices }: DeviceSwapsState,
  { limitActivations, policy }: Pick<SwappedKey, 'limitActivations' | 'policy'>,
): boolean => devices >= grantedDevices({ limitActivations, policy });

/** The state after an activation on a device that is new, or `returns` after it was active in the period. */
export function swapsAfterActivation(
  key: SwappedKey,
  returns: (since: Date) => boolean,
  now: Date,
): DeviceSwapsState | undefined {
  const state = swapsAt(key, now);
  if (!state || returns(new Date(state.startedAt))) return state;
  return { ...state, devices: state.devices + 1, swaps: state.swaps + (isSwap(state, key) ? 1 : 0) };
}

/** Throws `ValidationFailed` for a policy that counts no swaps. */
export function assertCountsSwaps({ policy }: Pick<SwappedKey, 'policy'>, given: number): void {
  if (policy?.devices?.swaps) return;
  throw ValidationFailed.at(['deviceSwaps'], 'The policy of the license key does not limit swaps of devices.', given);
}
