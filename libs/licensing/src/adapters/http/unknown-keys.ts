import { DomainError } from '#kernel';

const isUnknownKey = (error: unknown): boolean => error instanceof DomainError && error.code === 'NOT_FOUND';

/** Limits how many unknown keys a network can present to an organization. */
export const unknownKeysOf = (organizationId: string) =>
  ({ quota: 'keyFailures', name: 'unknown keys', within: organizationId, isFailure: isUnknownKey }) as const;
