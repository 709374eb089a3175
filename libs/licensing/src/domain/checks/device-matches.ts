import { isSameDevice } from '../devices/device-profile.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import type { Check } from './check.ts';

export const deviceMatches: Check = {
  name: 'device_matches',
  operations: ['activate', 'validate', 'lease'],
  help: 'Deactivate the device and activate it again, or change `policy.devices.match` of the benefit.',
  run: ({ policy }, { activation, described, operation }) => {
    const rule = policy?.devices?.match;
    if (!rule) return 'The license key does not compare devices.';
    if (!described || Object.keys(described.components).length === 0) return 'The request names no components of the device.';
    if (!activation) return 'The request is about no activation.';
    if (!activation.deviceProfile?.components) return 'The activation has no components of a device.';
    return isSameDevice(activation.deviceProfile, described, rule) ? null : refusedByPolicy('DEVICE_MISMATCH', operation);
  },
};
