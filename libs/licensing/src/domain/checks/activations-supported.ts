import { ActivationsNotSupported } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const activationsSupported: Check = {
  name: 'activations_supported',
  operations: ['activate', 'lease'],
  help: 'Set `limit_activations` of the license key, or validate without an activation.',
  run: ({ limitActivations }) => (limitActivations ? null : new ActivationsNotSupported()),
};
