import { refusedByPolicy } from '../policy/policy.errors.ts';
import type { Check } from './check.ts';

export const virtualDeviceAllowed: Check = {
  name: 'virtual_device_allowed',
  operations: ['activate', 'validate', 'lease'],
  help: 'Use the license key on a physical device, or change `policy.devices.virtual` of the benefit.',
  run: ({ policy }, { described, operation }) => {
    if (policy?.devices?.virtual !== 'refuse') return 'The license key can be used on virtual devices.';
    if (!described) return 'The request does not describe the device.';
    return described.isVirtual ? refusedByPolicy('VIRTUAL_DEVICE_REFUSED', operation) : null;
  },
};
