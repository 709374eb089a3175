import type { DomainError } from '#kernel';
import { ReleaseNotIncluded } from '../keys/release.errors.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import { isNewer, isOlder } from '../policy/versions-policy.ts';
import { type Check, type CheckedKey, resultOf, type UseAttempt } from './check.ts';
import type { KnownRelease } from './named-release.ts';

const NO_UPDATE_PERIOD = 'The license key has no update period.';

export const updatesIncluded: Check = {
  name: 'updates_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a release from before the end of the update period, or renew the purchase.',
  about: { policy: 'updates', without: NO_UPDATE_PERIOD },
  run: ({ policyState }, { application, operation }) => {
    const until = policyState?.updates?.until;
    if (!until) return NO_UPDATE_PERIOD;
    if (!application?.releasedAt) return 'The request names no release date.';
    return application.releasedAt < new Date(until) ? null : refusedByPolicy('UPDATES_ENDED', operation);
  },
};

export const versionIncluded: Check = {
  name: 'version_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a version that the license key includes, or change `policy.versions` of the benefit.',
  about: { policy: 'versions', without: 'The license key includes all versions.' },
  run: ({ policy }, { application, operation }) => {
    const versions = policy!.versions!;
    if (!application?.version) return 'The request names no version.';
    if (isOlder(application.version, versions)) return refusedByPolicy('VERSION_TOO_OLD', operation);
    return isNewer(application.version, versions) ? refusedByPolicy('VERSION_TOO_NEW', operation) : null;
  },
};

export const releaseIncluded: Check = {
  name: 'release_included',
  operations: ['validate'],
  help: 'Let the application run a release that the license key includes, or change what its benefit includes.',
  about: { request: 'release', without: 'The request names no release.' },
  run: (key, attempt) => {
    const { asked, named, newest } = attempt.release!;
    if (named.some((each) => includes(key, each, attempt))) return null;
    return new ReleaseNotIncluded(asked, newest.find((each) => includes(key, each, attempt))?.version);
  },
};

/** Whether the key gets a release: it is of the product, and has what the release requires; its rules know when it was published. */
function includes(key: CheckedKey, release: KnownRelease, attempt: UseAttempt): boolean {
  const { version, publishedAt, benefitIds, requiredBenefitIds, requiredValue } = release;
  const flags = key.entitlements ?? [];
  if (!benefitIds.includes(key.benefitId)) return false;
  if (!requiredBenefitIds.every((id) => flags.some(({ benefit_id }) => benefit_id === id))) return false;
  if (requiredValue && !flags.some(({ values }) => requiredValue.anyOf.includes(values[requiredValue.name] as string)))
    return false;
  return refusalOfRelease(key, { version, publishedAt }, attempt) === undefined;
}

/** What refuses an attempt of an application that is this release; undefined if the key includes the release. */
export function refusalOfRelease(
  key: CheckedKey,
  { version, publishedAt }: Pick<KnownRelease, 'version' | 'publishedAt'>,
  attempt: UseAttempt,
): DomainError | undefined {
  const asRelease = { ...attempt, application: { version, releasedAt: publishedAt } };
  const results = [updatesIncluded, versionIncluded].map((check) => resultOf(check, key, asRelease));
  return results.find((result) => result !== null && typeof result === 'object');
}
