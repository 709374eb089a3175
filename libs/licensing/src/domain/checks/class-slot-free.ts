import { classOf, limitOfClass } from '../policy/devices-policy.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import type { Check } from './check.ts';

export const classSlotFree: Check = {
  name: 'class_slot_free',
  operations: ['activate', 'lease'],
  help: 'Deactivate another device of the class, or change `policy.devices.classes` of the benefit.',
  run: ({ policy, checkOuts, devices }, { activation, described, operation }) => {
    const rules = policy?.devices;
    if (!rules?.classes) return 'The license key has no limits for classes of devices.';
    if (activation && (!checkOuts || checkOuts.isLive(activation))) return 'The device has a slot.';
    const name = activation ? (activation.deviceProfile?.class ?? null) : described && classOf(described, rules);
    if (name === null) return 'The device has no class.';
    const limit = limitOfClass(rules, name);
    if (limit === undefined) return 'The class of the device has no limit.';
    return devices!.takenIn(name) < limit ? null : refusedByPolicy('DEVICE_CLASS_LIMIT_REACHED', operation);
  },
};
