import type { NodeLockedPolicy } from './node-locked-policy.ts';
import { unlessSame } from './unless-same.ts';

/** What becomes of the devices that a key has beyond those that are granted, after its limit was lowered. */
export interface OverLimitPolicy {
  /** The devices that were activated last are refused, or those that were seen longest ago are released. */
  readonly policy: 'newest_refused' | 'oldest_released';
  readonly afterDays: number;
}

/** A key has more devices than are granted. Times are ISO texts: it is stored as JSON. */
export interface OverLimitState {
  readonly since: string;
  /** When devices begin to be refused, or are released. */
  readonly endsAt: string;
}

export interface KeyWithDevices {
  readonly limitActivations: number | null;
  readonly activationCount: number;
  readonly policy: { readonly nodeLocked?: NodeLockedPolicy; readonly overLimit?: OverLimitPolicy } | null;
  readonly policyState: { readonly overLimit?: OverLimitState } | null;
}

const DAY_MS = 86_400_000;

/** How many devices a node-locked key may have. */
export const grantedDevices = ({ limitActivations, policy }: Pick<KeyWithDevices, 'limitActivations' | 'policy'>): number =>
  (limitActivations ?? 0) + (policy?.nodeLocked?.overdraft ?? 0);

/** The state after devices, limit or policy of the key changed; undefined if no device is refused or released. */
export function overLimitAt(key: KeyWithDevices, now: Date): OverLimitState | undefined {
  const { limitActivations, activationCount, policy, policyState } = key;
  if (!policy?.overLimit || limitActivations === null || activationCount <= grantedDevices(key)) return undefined;
  const known = policyState?.overLimit;
  const since = known?.since ?? now.toISOString();
  const endsAt = new Date(Date.parse(since) + policy.overLimit.afterDays * DAY_MS).toISOString();
  return known ? unlessSame(known, { since, endsAt }) : { since, endsAt };
}

type Ruled = Pick<KeyWithDevices, 'policy' | 'policyState'>;

/** When devices are released; null if none are to be. */
export const releaseAt = ({ policy, policyState }: Ruled): Date | null =>
  policy?.overLimit?.policy === 'oldest_released' && policyState?.overLimit ? new Date(policyState.overLimit.endsAt) : null;

/** Whether the devices that were activated last are refused, or will be. */
export const refusesNewest = ({ policy, policyState }: Ruled): boolean =>
  policy?.overLimit?.policy === 'newest_refused' && policyState?.overLimit !== undefined;
