import { refusedByPolicy } from '../policy/policy.errors.ts';
import { isNewer, isOlder } from '../policy/versions-policy.ts';
import type { Check } from './check.ts';

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
