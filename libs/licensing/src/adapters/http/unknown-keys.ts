import { DomainError, plainForm } from '#kernel';

/** Under which failures are counted. */
export const UNKNOWN_KEYS = 'unknown keys';

const isUnknownKey = (error: unknown): boolean => error instanceof DomainError && error.code === 'NOT_FOUND';

/** Limits how many unknown keys a network can present to an organization. */
export const unknownKeysOf = (organizationId: string) =>
  ({ quota: 'keyFailures', name: UNKNOWN_KEYS, within: organizationId, isFailure: isUnknownKey }) as const;

/** The limit for a request with this key. However it is written, it is one guess; in another case it may be another key. */
export const presentedTo = ({ organization_id, key }: { readonly organization_id: string; readonly key: string }) => ({
  ...unknownKeysOf(organization_id),
  guess: () => plainForm(key),
});
