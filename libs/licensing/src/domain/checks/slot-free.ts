import { ActivationLimitReached } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const slotFree: Check = {
  name: 'slot_free',
  operations: ['activate', 'lease'],
  help: 'Deactivate another device, wait until a check-out expires, or raise `limit_activations` of the license key.',
  run: (key, { activation }) => {
    const { checkOuts, limitActivations } = key;
    if (activation && !checkOuts) return 'The device has an activation.';
    if (activation && checkOuts!.isLive(activation)) return 'The device has a check-out.';
    if (!limitActivations) return 'The license key does not support activations.';
    if (key.takenSlots < limitActivations + (checkOuts?.overdraft ?? 0)) return null;
    const { id, organizationId, benefitId } = key;
    return new ActivationLimitReached({ id, organizationId, benefitId });
  },
};
