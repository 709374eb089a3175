import { activationExists } from './activation-exists.ts';
import { activationsSupported } from './activations-supported.ts';
import { benefitMatches } from './benefit-matches.ts';
import { checkedIn } from './checked-in.ts';
import { checkedOut } from './checked-out.ts';
import { classSlotFree } from './class-slot-free.ts';
import type { Attempt, Check, CheckedKey, Operation } from './check.ts';
import { conditionsMatch } from './conditions-match.ts';
import { customerExists } from './customer-exists.ts';
import { customerMatches } from './customer-matches.ts';
import { deviceMatches } from './device-matches.ts';
import { granted } from './granted.ts';
import { heartbeatsSupported } from './heartbeats-supported.ts';
import { notExpired } from './not-expired.ts';
import { offlineAvailable } from './offline-available.ts';
import { slotFree } from './slot-free.ts';
import { swapLeft } from './swap-left.ts';
import { usageInRange } from './usage-in-range.ts';
import { updatesIncluded } from './updates-included.ts';
import { usageLeft } from './usage-left.ts';
import { versionIncluded } from './version-included.ts';
import { virtualDeviceAllowed } from './virtual-device-allowed.ts';

/** All checks in the order of precedence: the first one that refuses is the reason that an application gets. */
export const CHECKS: readonly Check[] = [
  customerExists,
  granted,
  notExpired,
  activationsSupported,
  heartbeatsSupported,
  activationExists,
  checkedOut,
  conditionsMatch,
  benefitMatches,
  customerMatches,
  usageLeft,
  usageInRange,
  offlineAvailable,
  slotFree,
  checkedIn,
  updatesIncluded,
  versionIncluded,
  deviceMatches,
  virtualDeviceAllowed,
  classSlotFree,
  swapLeft,
];

const of = (operation: Operation): readonly Check[] => CHECKS.filter(({ operations }) => operations.includes(operation));

/** The checks of each operation. */
export const CHECKS_OF: { readonly [operation in Operation]: readonly Check[] } = {
  activate: of('activate'),
  validate: of('validate'),
  heartbeat: of('heartbeat'),
  lease: of('lease'),
};

/** Throws the first refusal. */
export function assertAllowed(key: CheckedKey, attempt: Attempt): void {
  for (const check of CHECKS_OF[attempt.operation]) {
    const refusal = check.run(key, attempt);
    if (refusal !== null && typeof refusal === 'object') throw refusal;
  }
}
