import { isSwap, swapsAt } from '../policy/device-swaps.ts';
import { swapsUsedUp } from '../policy/policy.errors.ts';
import type { Check } from './check.ts';

export const swapLeft: Check = {
  name: 'swap_left',
  operations: ['activate', 'lease'],
  help: 'Wait until the next period, set `device_swaps` of the license key back, or raise `policy.devices.swaps.limit` of the benefit.',
  run: (key, { activation, device, described, now }) => {
    const rules = key.policy?.devices;
    const state = swapsAt(key, now);
    if (!rules?.swaps || !state) return 'The license key does not limit swaps of devices.';
    if (activation) return 'The device has an activation.';
    if (!isSwap(state, key)) return 'The device takes the place of no other one.';
    if (key.devices!.wasActiveSince(new Date(state.startedAt), { device, described }, rules.match))
      return 'The device was active in this period.';
    return state.swaps < rules.swaps.limit ? null : swapsUsedUp(new Date(state.endsAt));
  },
};
