import { ExpiredKeyNotActivated, ExpiredKeyNotValid } from '../keys/license-key.errors.ts';
import { graceUntil } from '../policy/expiry-policy.ts';
import { type Check, isUse } from './check.ts';

export const notExpired: Check = {
  name: 'not_expired',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'Set `expires_at` of the license key to a later time or to `null`.',
  run: (key, { operation, now }) => {
    if (key.expiresAt === null || now < key.expiresAt) return null;
    if (!isUse(operation)) return new ExpiredKeyNotActivated();
    return graceUntil(key, now) ? null : new ExpiredKeyNotValid();
  },
};
