import { ActivationNotFound } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const activationExists: Check = {
  name: 'activation_exists',
  operations: ['validate', 'heartbeat', 'lease'],
  help: 'Activate the license key on the device, and send the ID of that activation.',
  run: (_key, { activationId, activation }) => {
    if (activationId === null) return 'The request names no activation.';
    return activation ? null : new ActivationNotFound();
  },
};
