import { InactiveKeyNotActivated, InactiveKeyNotValid } from '../license-key.errors.ts';
import type { Check } from './check.ts';

export const granted: Check = {
  name: 'granted',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set the status of the license key to `granted`, or give its purchase back to the customer.',
  run: ({ statusInUse }, { operation }) => {
    if (statusInUse === 'granted') return null;
    return operation === 'validate' ? new InactiveKeyNotValid(statusInUse) : new InactiveKeyNotActivated(statusInUse);
  },
};
