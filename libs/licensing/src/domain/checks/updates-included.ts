import { refusedByPolicy } from '../policy/policy.errors.ts';
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
