import { ExpiredKeyNotActivated, ExpiredKeyNotValid } from '../license-key.errors.ts';
import type { Check } from './check.ts';

export const notExpired: Check = {
  name: 'not_expired',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set `expires_at` of the license key to a later time or to `null`.',
  run: ({ expiresAt }, { operation, now }) => {
    if (expiresAt === null || now < expiresAt) return null;
    return operation === 'validate' ? new ExpiredKeyNotValid() : new ExpiredKeyNotActivated();
  },
};
