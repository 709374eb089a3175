import type { DomainError } from '#kernel';
import { activationExists } from './activation-exists.ts';
import { activationsSupported } from './activations-supported.ts';
import { benefitMatches } from './benefit-matches.ts';
import type { Attempt, Check, CheckedKey, Operation } from './check.ts';
import { conditionsMatch } from './conditions-match.ts';
import { customerMatches } from './customer-matches.ts';
import { granted } from './granted.ts';
import { notExpired } from './not-expired.ts';
import { offlineAvailable } from './offline-available.ts';
import { slotFree } from './slot-free.ts';
import { usageInRange } from './usage-in-range.ts';
import { usageLeft } from './usage-left.ts';

/** All checks in the order of precedence: the first one that refuses is the reason that an application gets. */
export const CHECKS: readonly Check[] = [
  granted,
  notExpired,
  activationsSupported,
  activationExists,
  conditionsMatch,
  benefitMatches,
  customerMatches,
  usageLeft,
  usageInRange,
  offlineAvailable,
  slotFree,
];

const checksOf = (operation: Operation): readonly Check[] => CHECKS.filter(({ operations }) => operations.includes(operation));

const CHECKS_OF: { readonly [operation in Operation]: readonly Check[] } = {
  activate: checksOf('activate'),
  validate: checksOf('validate'),
  lease: checksOf('lease'),
};

/** Throws the first refusal. */
export function assertAllowed(key: CheckedKey, attempt: Attempt): void {
  for (const check of CHECKS_OF[attempt.operation]) {
    const refusal = check.run(key, attempt);
    if (refusal !== null && typeof refusal === 'object') throw refusal;
  }
}

/** What a check found: `refusal` if it failed, `skipped` says why it does not apply, neither if it passed. */
export interface CheckResult {
  readonly check: Check;
  readonly refusal?: DomainError;
  readonly skipped?: string;
}

/** Runs every check of the operation, also those after one that refuses. */
export const explain = (key: CheckedKey, attempt: Attempt): CheckResult[] =>
  CHECKS_OF[attempt.operation].map((check) => {
    const outcome = check.run(key, attempt);
    if (outcome === null) return { check };
    return typeof outcome === 'string' ? { check, skipped: outcome } : { check, refusal: outcome };
  });
