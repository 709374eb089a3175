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
import type { UseAttempt, Check, CheckedKey, Operation } from './check.ts';
import { usageBeyondInt32, UsageLimitExceeded } from '../keys/license-key.errors.ts';
import { INT32_MAX } from '../keys/usage-quota.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import { isNewer, isOlder } from '../policy/versions-policy.ts';

const NO_UPDATE_PERIOD = 'The license key has no update period.';

export const updatesIncluded: Check = {
  name: 'updates_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a release from before the end of the update period, or renew the purchase.',
  about: { policy: 'updates', without: NO_UPDATE_PERIOD },
  run: ({ policyState }, { application, operation }) => {
    const until = policyState?.updates?.until;
    if (!until) return NO_UPDATE_PERIOD;
    if (!application?.releasedAt) return 'The request names no release date.';
    return application.releasedAt < new Date(until) ? null : refusedByPolicy('UPDATES_ENDED', operation);
  },
};

export const versionIncluded: Check = {
  name: 'version_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a version that the license key includes, or change `policy.versions` of the benefit.',
  about: { policy: 'versions', without: 'The license key includes all versions.' },
  run: ({ policy }, { application, operation }) => {
    const versions = policy!.versions!;
    if (!application?.version) return 'The request names no version.';
    if (isOlder(application.version, versions)) return refusedByPolicy('VERSION_TOO_OLD', operation);
    return isNewer(application.version, versions) ? refusedByPolicy('VERSION_TOO_NEW', operation) : null;
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
export function resultOf(check: Check, key: CheckedKey, attempt: UseAttempt): DomainError | string | null {
  const { about } = check;
  if (about === undefined) return check.run(key, attempt);
  const subject = 'policy' in about ? key.policy?.[about.policy] : 'request' in about ? attempt[about.request] : key[about.key];
  return subject ? check.run(key, attempt) : about.without;
}

/** Throws the first refusal. */
export function assertAllowed(key: CheckedKey, attempt: UseAttempt): void {
  for (const check of CHECKS_OF[attempt.operation]) {
    const refusal = resultOf(check, key, attempt);
    if (refusal !== null && typeof refusal === 'object') throw refusal;
  }
}
