import { DomainError } from '#kernel';

/** Limits how many unknown keys a network can present to an organization. */
export const UNKNOWN_KEYS = {
  quota: 'keyFailures',
  name: 'unknown keys',
  isFailure: (error: unknown): boolean => error instanceof DomainError && error.code === 'NOT_FOUND',
} as const;
