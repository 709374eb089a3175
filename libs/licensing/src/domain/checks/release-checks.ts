import { refusedByPolicy } from '../policy/policy.errors.ts';
import { isNewer, isOlder } from '../policy/versions-policy.ts';
import type { Check } from './check.ts';

export const updatesIncluded: Check = {
  name: 'updates_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a release from before the end of the update period, or renew the purchase.',
  run: ({ policy, policyState }, { application, operation }) => {
    const until = policy?.updates && policyState?.updates?.until;
    if (!until) return 'The license key has no update period.';
    if (!application?.releasedAt) return 'The request names no release date.';
    return application.releasedAt < new Date(until) ? null : refusedByPolicy('UPDATES_ENDED', operation);
  },
};

export const versionIncluded: Check = {
  name: 'version_included',
  operations: ['activate', 'validate', 'lease'],
  help: 'Install a version that the license key includes, or change `policy.versions` of the benefit.',
  run: ({ policy }, { application, operation }) => {
    const versions = policy?.versions;
    if (!versions) return 'The license key includes all versions.';
    if (!application?.version) return 'The request names no version.';
    if (isOlder(application.version, versions)) return refusedByPolicy('VERSION_TOO_OLD', operation);
    return isNewer(application.version, versions) ? refusedByPolicy('VERSION_TOO_NEW', operation) : null;
  },
};
