import { DomainError } from '#kernel';
import { plainForm } from '#support/texts';
import type { CountedFailures, FailureLimits } from '#platform/http';

interface PresentedKey {
  readonly body: { readonly organization_id: string; readonly key: string };
}

/**
 * Limits how many unknown keys a network can present to an organization. However a key is written, it is one guess; in another case it may
 * be another key.
 */
export const UNKNOWN_KEYS = {
  quota: 'keyFailures',
  name: 'unknown keys',
  isFailure: (error) => error instanceof DomainError && error.code === 'NOT_FOUND',
  attemptOf: ({ body: { organization_id: within, key } }: PresentedKey) => ({ within, guess: () => plainForm(key) }),
} as const satisfies CountedFailures;

/** Where they are counted. */
export type UnknownKeys = ReturnType<FailureLimits['of']>;
