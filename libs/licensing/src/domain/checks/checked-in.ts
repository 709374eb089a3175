import { checkInDue } from '../policy/check-in-policy.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import type { Check } from './check.ts';

export const checkedIn: Check = {
  name: 'checked_in',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set the status of the license key to `granted` again.',
  run: (key, { now, operation }) => {
    if (!key.policy?.checkIn) return 'The license key does not have to be validated regularly.';
    const due = checkInDue(key);
    return due && now >= due ? refusedByPolicy('CHECK_IN_OVERDUE', operation) : null;
  },
};
