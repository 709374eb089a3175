import { ExpiredKeyNotActivated, ExpiredKeyNotValid } from '../license-key.errors.ts';
import { graceUntil } from '../policy/expiry-policy.ts';
import type { Check } from './check.ts';

export const notExpired: Check = {
  name: 'not_expired',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set `expires_at` of the license key to a later time or to `null`.',
  run: (key, { operation, now }) => {
    if (key.expiresAt === null || now < key.expiresAt) return null;
    if (operation === 'validate' && graceUntil(key, now)) return null;
    return operation === 'validate' ? new ExpiredKeyNotValid() : new ExpiredKeyNotActivated();
  },
};
