import { DomainError } from '#kernel';
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
import {
  benefitMatches,
  checkedIn,
  customerExists,
  customerMatches,
  entitled,
  granted,
  notExpired,
  productMatches,
} from './key-checks.ts';
import { releaseIncluded, updatesIncluded, versionIncluded } from './application-checks.ts';
import { type Check, type CheckedKey, type Operation, resultOf, type UseAttempt } from './check.ts';
import { usageBeyondInt32, UsageLimitExceeded } from '../keys/license-key.errors.ts';
import { INT32_MAX } from '../keys/usage-quota.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import { refusalOfUnits } from '../counters/counting.ts';
import { unitsAfter } from '../counters/leased-units.ts';

const help = 'Raise the limit of the counter in the benefit, or set what is used of it back.';

const counterLeft: Check = {
  name: 'counter_left',
  operations: ['validate'],
  help,
  about: { request: 'increment', without: 'The request increments no counter.' },
  run: (key, { increment, now }) => refusalOfUnits(key, increment!, now, increment!.path ?? ['increment', 'counter']),
};

const leasedUnitsLeft: Check = {
  name: 'leased_units_left',
  operations: ['lease'],
  help,
  about: { request: 'units', without: 'The request is about no counter.' },
  run: (key, { activation, units, now }) => {
    const outcome = unitsAfter(key, key.leasing?.leaseOf(activation)?.units ?? null, units!, now);
    return outcome instanceof DomainError ? outcome : null;
  },
};

const usageLeft: Check = {
  name: 'usage_left',
  operations: ['validate'],
  help: 'Raise `limit_usage` of the license key, or set its `usage` back.',
  about: { request: 'incrementUsage', without: 'The request adds no usage.' },
  run: (key, { incrementUsage, now }) => {
    if (key.limitUsage === null) return 'The usage of the license key has no limit.';
    const remaining = key.limitUsage - usageAt(key, now) - key.reservedUnits;
    return incrementUsage > remaining ? new UsageLimitExceeded(remaining) : null;
  },
};

const usageInRange: Check = {
  name: 'usage_in_range',
  operations: ['validate'],
  help: 'Set the `usage` of the license key back.',
  run: (key, { incrementUsage, now }) =>
    usageAt(key, now) + key.reservedUnits + incrementUsage > INT32_MAX ? usageBeyondInt32(incrementUsage) : null,
};

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
  productMatches,
  customerMatches,
  entitled,
  usageLeft,
  usageInRange,
  counterLeft,
  deviceAllowed,
  offlineAvailable,
  slotFree,
  deviceWithinLimit,
  checkedIn,
  updatesIncluded,
  versionIncluded,
  releaseIncluded,
  deviceMatches,
  virtualDeviceAllowed,
  classSlotFree,
  swapLeft,
  leasedUnitsLeft,
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
export function assertAllowed(key: CheckedKey, attempt: UseAttempt): void {
  for (const check of CHECKS_OF[attempt.operation]) {
    const refusal = resultOf(check, key, attempt);
    if (refusal !== null && typeof refusal === 'object') throw refusal;
  }
}
