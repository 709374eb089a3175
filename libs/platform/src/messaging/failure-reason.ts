import { DomainError } from '#kernel';
import { isDatabaseUnavailable } from '#engine/persistence';

/** What sellers may know of why a delivery failed. The log of the worker has the error itself. */
export type FailureReason = 'refused' | 'unavailable' | 'mail' | 'unexpected';

/** The mail library says with its errors which command of SMTP failed. */
const isMailError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'command' in error && 'code' in error;

/** Errors of the mail server come first: their codes may be those of any connection. */
export function reasonOf(error: unknown): FailureReason {
  if (isMailError(error)) return 'mail';
  if (error instanceof DomainError) return 'refused';
  return isDatabaseUnavailable(error) ? 'unavailable' : 'unexpected';
}
