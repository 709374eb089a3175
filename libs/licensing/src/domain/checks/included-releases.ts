import type { ValidationInput } from '../keys/license-key.types.ts';
import { validationAttempt } from './attempts.ts';
import type { CheckedKey } from './check.ts';
import { assertAllowed, resultOf, updatesIncluded, versionIncluded } from './checks.ts';

interface Release {
  readonly version: string;
  readonly publishedAt: Date;
}

const ANY_USE: ValidationInput = { activationId: null, conditions: {}, benefitId: null, customerId: null, incrementUsage: 0 };

/**
 * For each release, in their order: the code of what refuses it, or null if the key includes it. Throws what refuses the key whatever the
 * release.
 */
export function refusalsOfReleases(key: CheckedKey, releases: readonly Release[], now: Date): (string | null)[] {
  assertAllowed(key, validationAttempt(key, ANY_USE, now));
  return releases.map(({ version, publishedAt }) => {
    const attempt = validationAttempt(key, { ...ANY_USE, application: { version, releasedAt: publishedAt } }, now);
    const results = [updatesIncluded, versionIncluded].map((check) => resultOf(check, key, attempt));
    return results.find((result) => result !== null && typeof result === 'object')?.code ?? null;
  });
}
