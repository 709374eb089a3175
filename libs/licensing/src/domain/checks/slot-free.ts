import { ActivationLimitReached } from '../license-key.errors.ts';
import type { Check } from './check.ts';

export const slotFree: Check = {
  name: 'slot_free',
  operations: ['activate', 'lease'],
  help: 'Deactivate another device, or raise `limit_activations` of the license key.',
  run: ({ takenSlots, limitActivations }, { activation }) => {
    if (activation) return 'The device has an activation.';
    if (!limitActivations) return 'The license key does not support activations.';
    return takenSlots < limitActivations ? null : new ActivationLimitReached();
  },
};
