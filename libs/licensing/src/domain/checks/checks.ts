import type { DomainError } from '#kernel';
import {
  activationExists,
  activationsSupported,
  checkedOut,
  conditionsMatch,
  heartbeatsSupported,
  offlineAvailable,
  slotFree,
} from './activation-checks.ts';
import {
  classSlotFree,
  deviceAllowed,
  deviceMatches,
  deviceWithinLimit,
  swapLeft,
  virtualDeviceAllowed,
} from './device-checks.ts';
import { benefitMatches, checkedIn, customerExists, customerMatches, granted, notExpired } from './key-checks.ts';
import { updatesIncluded, versionIncluded } from './release-checks.ts';
import { usageInRange, usageLeft } from './usage-checks.ts';
import type { Attempt, Check, CheckedKey, Operation } from './check.ts';

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
  deviceAllowed,
  offlineAvailable,
  slotFree,
  deviceWithinLimit,
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

/** The result of the check, which runs only if the key and the request have what it is about. */
export function resultOf(check: Check, key: CheckedKey, attempt: Attempt): DomainError | string | null {
  const { about } = check;
  if (about === undefined) return check.run(key, attempt);
  const subject = 'policy' in about ? key.policy?.[about.policy] : 'request' in about ? attempt[about.request] : key[about.key];
  return subject ? check.run(key, attempt) : about.without;
}

/** Throws the first refusal. */
export function assertAllowed(key: CheckedKey, attempt: Attempt): void {
  for (const check of CHECKS_OF[attempt.operation]) {
    const refusal = resultOf(check, key, attempt);
    if (refusal !== null && typeof refusal === 'object') throw refusal;
  }
}
