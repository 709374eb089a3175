import type { ValidationInput } from '../keys/license-key.types.ts';
import { validationAttempt } from './attempts.ts';
import { refusalOfRelease } from './application-checks.ts';
import type { CheckedKey } from './check.ts';
import { assertAllowed } from './checks.ts';
import type { KnownRelease } from './named-release.ts';

const ANY_USE: ValidationInput = { activationId: null, conditions: {}, benefitId: null, customerId: null, incrementUsage: 0 };

/**
 * For each release, in their order: the code of what refuses it, or null if the key includes it. Throws what refuses the key whatever the
 * release.
 */
export function refusalsOfReleases(
  key: CheckedKey,
  releases: readonly Pick<KnownRelease, 'version' | 'publishedAt'>[],
  now: Date,
): (string | null)[] {
  const attempt = validationAttempt(key, ANY_USE, now);
  assertAllowed(key, attempt);
  return releases.map((release) => refusalOfRelease(key, release, attempt)?.code ?? null);
}
