import type { DomainError } from '#kernel';
import { type CheckedKey, type Operation, resultOf, type UseAttempt } from './check.ts';
import { CHECKS_OF } from './checks.ts';

/** What a check found. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The code that an application gets if this is the first check that fails. */
  readonly code: string | null;
  /** Why the check failed, or does not apply. */
  readonly reason: string | null;
  /** What would let the check pass, if it failed. */
  readonly help: string | null;
}

const plain = { code: null, reason: null, help: null } as const;
export const passed = (name: string): CheckResult => ({ ...plain, name, outcome: 'passed' });
export const skipped = (name: string, reason: string): CheckResult => ({ ...plain, name, outcome: 'skipped', reason });
export const failed = (name: string, { code = null, message, explanation }: Failure, help: string): CheckResult => ({
  name,
  outcome: 'failed',
  code,
  reason: explanation ?? message,
  help,
});

type Failure = Pick<DomainError, 'message' | 'explanation'> & { readonly code?: string | null };

/** Runs every check of the operation, also those after one that refuses. */
export const explain = (key: CheckedKey, attempt: UseAttempt): CheckResult[] =>
  CHECKS_OF[attempt.operation].map((check) => {
    const outcome = resultOf(check, key, attempt);
    if (outcome === null) return passed(check.name);
    return typeof outcome === 'string' ? skipped(check.name, outcome) : failed(check.name, outcome, check.help);
  });

/** What is said of an operation on a key that does not exist. */
export const allSkipped = (operation: Operation, reason: string): CheckResult[] =>
  CHECKS_OF[operation].map(({ name }) => skipped(name, reason));
