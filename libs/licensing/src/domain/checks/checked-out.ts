import { CheckOutExpired } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const checkedOut: Check = {
  name: 'checked_out',
  operations: ['validate', 'heartbeat', 'lease'],
  help: 'Activate the license key again on the device, and send heartbeats before the check-out expires.',
  run: ({ checkOuts }, { activationId, activation }) => {
    if (!checkOuts) return 'The license key is node-locked.';
    if (activationId === null) return 'The request names no activation.';
    if (!activation) return 'The activation does not exist.';
    return checkOuts.isLive(activation) ? null : new CheckOutExpired();
  },
};
