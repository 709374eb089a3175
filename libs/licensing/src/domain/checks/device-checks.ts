import { hasSlot } from '../activations/places.ts';
import { compare, isOtherDevice } from '../devices/device-profile.ts';
import { isSwap, swapsAt } from '../policy/device-swaps.ts';
import { classOf, limitOfClass } from '../policy/devices-policy.ts';
import { grantedDevices, refusesNewest } from '../policy/over-limit-policy.ts';
import { refusedByPolicy, swapsUsedUp } from '../policy/policy.errors.ts';
import { HAS_OWN_PLACE } from './activation-checks.ts';
import type { Check } from './check.ts';

const NOT_COMPARED = 'The license key does not compare devices.';
const VIRTUAL_ALLOWED = 'The license key can be used on virtual devices.';
const NO_CLASS_LIMITS = 'The license key has no limits for classes of devices.';
const NO_SWAP_LIMIT = 'The license key does not limit swaps of devices.';

export const deviceAllowed: Check = {
  name: 'device_allowed',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'Add the ID of the device to `allowed_devices` of the license key, or set that to `null`.',
  about: { key: 'allowedDevices', without: 'The license key can be used on any device.' },
  run: ({ allowedDevices }, { activationId, activation, device: sent, operation }) => {
    if (operation === 'validate' && activationId === null) return 'The request names no activation.';
    const device = activationId === null ? sent : activation?.device;
    return device !== undefined && device !== null && allowedDevices!.includes(device)
      ? null
      : refusedByPolicy('DEVICE_NOT_ALLOWED', operation);
  },
};

export const deviceWithinLimit: Check = {
  name: 'device_within_limit',
  operations: ['activate', 'validate', 'lease'],
  help: 'Deactivate other devices, raise `limit_activations` of the license key, or set `activations.over_limit` of the benefit to `keep`.',
  about: { policy: 'overLimit', without: 'Devices beyond the limit keep their places.' },
  run: (key, { activation, neighbor, now, operation }) => {
    if (!refusesNewest(key) || now < new Date(key.policyState!.overLimit!.endsAt))
      return 'No device beyond the limit is refused.';
    const known = activation ?? neighbor;
    if (!known) return 'The request is about no activation.';
    const before = key.placesBefore?.get(known.placeId) ?? 0;
    return before < grantedDevices(key) ? null : refusedByPolicy('DEVICE_OVER_LIMIT', operation);
  },
};

export const deviceMatches: Check = {
  name: 'device_matches',
  operations: ['activate', 'validate', 'lease'],
  help: 'Activate the license key on the device, which takes a place of its own, or change `policy.devices.match` of the benefit.',
  about: { policy: 'devices', without: NOT_COMPARED },
  run: ({ policy }, { activationId, activation, described, operation }) => {
    const rule = policy?.devices?.match;
    if (!rule) return NOT_COMPARED;
    if (activationId === null) return 'The request names no activation: another device takes a place of its own.';
    if (!described || Object.keys(described.components).length === 0) return 'The request names no components of the device.';
    if (!activation) return 'The request is about no activation.';
    if (compare(activation.deviceProfile, described).compared === 0)
      return 'The request names no component that identifies a device and is known of the one of the activation.';
    return isOtherDevice(activation.deviceProfile, described, rule) ? refusedByPolicy('DEVICE_MISMATCH', operation) : null;
  },
};

export const virtualDeviceAllowed: Check = {
  name: 'virtual_device_allowed',
  operations: ['activate', 'validate', 'lease'],
  help: 'Use the license key on a physical device, or change `policy.devices.virtual` of the benefit.',
  about: { policy: 'devices', without: VIRTUAL_ALLOWED },
  run: ({ policy }, { described, operation }) => {
    if (policy?.devices?.virtual !== 'refuse') return VIRTUAL_ALLOWED;
    if (!described) return 'The request does not describe the device.';
    return described.isVirtual ? refusedByPolicy('VIRTUAL_DEVICE_REFUSED', operation) : null;
  },
};

export const classSlotFree: Check = {
  name: 'class_slot_free',
  operations: ['activate', 'lease'],
  help: 'Deactivate another device of the class, or change `policy.devices.classes` of the benefit.',
  about: { policy: 'devices', without: NO_CLASS_LIMITS },
  run: (key, { activation, neighbor, described, hasOwnPlace, operation }) => {
    const rules = key.policy?.devices;
    if (!rules?.classes) return NO_CLASS_LIMITS;
    const known = activation ?? neighbor;
    if (known && hasSlot(key, known)) return 'The device has a slot.';
    if (hasOwnPlace) return HAS_OWN_PLACE;
    const name = known ? (known.deviceProfile?.class ?? null) : described && classOf(described, rules);
    if (name === null) return 'The device has no class.';
    const limit = limitOfClass(rules, name);
    if (limit === undefined) return 'The class of the device has no limit.';
    return key.devices!.takenIn(name) < limit ? null : refusedByPolicy('DEVICE_CLASS_LIMIT_REACHED', operation);
  },
};

export const swapLeft: Check = {
  name: 'swap_left',
  operations: ['activate', 'lease'],
  help: 'Wait until the next period, set `device_swaps` of the license key back, or raise `policy.devices.swaps.limit` of the benefit.',
  about: { policy: 'devices', without: NO_SWAP_LIMIT },
  run: (key, { activation, neighbor, device, described, hasOwnPlace, now }) => {
    const rules = key.policy?.devices;
    const state = swapsAt(key, now);
    if (!rules?.swaps || !state) return NO_SWAP_LIMIT;
    if (activation ?? neighbor) return 'The device has an activation.';
    if (hasOwnPlace) return HAS_OWN_PLACE;
    if (!isSwap(state, key)) return 'The device takes the place of no other one.';
    if (key.devices!.wasActiveSince(new Date(state.startedAt), { device, described }, rules.match))
      return 'The device was active in this period.';
    return state.swaps < rules.swaps.limit ? null : swapsUsedUp(new Date(state.endsAt));
  },
};
