import { DomainError, plainForm } from '#kernel';

/** Limits how many unknown keys a network can present to an organization. */
export const UNKNOWN_KEYS = {
  quota: 'keyFailures',
  name: 'unknown keys',
  isFailure: (error: unknown): boolean => error instanceof DomainError && error.code === 'NOT_FOUND',
} as const;

/** A request with this key. However it is written, it is one guess; in another case it may be another key. */
export const guessedIn = ({ organization_id: within, key }: { readonly organization_id: string; readonly key: string }) => ({
  within,
  guess: () => plainForm(key),
});
