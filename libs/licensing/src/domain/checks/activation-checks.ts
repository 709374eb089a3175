import {
  ActivationLimitReached,
  ActivationNotFound,
  ActivationsNotSupported,
  CheckOutExpired,
  ConditionsMismatch,
  HeartbeatsNotSupported,
} from '../keys/license-key.errors.ts';
import type { Check, CheckedKey } from './check.ts';
import { hasSlot, isFull } from '../activations/places.ts';

export const HAS_OWN_PLACE = 'A lease holds a place for the device.';
const NONE: readonly never[] = [];
const NO_ACTIVATION_NAMED = 'The request names no activation.';

export const activationsSupported: Check = {
  name: 'activations_supported',
  operations: ['activate', 'lease'],
  help: 'Set `limit_activations` of the license key, or validate without an activation.',
  run: ({ limitActivations }) => (limitActivations ? null : new ActivationsNotSupported()),
};

export const heartbeatsSupported: Check = {
  name: 'heartbeats_supported',
  operations: ['heartbeat'],
  help: 'Set the `mode` of the `activations` of the benefit to `floating`.',
  run: ({ checkOuts }) => (checkOuts ? null : new HeartbeatsNotSupported()),
};

export const activationExists: Check = {
  name: 'activation_exists',
  operations: ['validate', 'heartbeat', 'lease'],
  help: 'Activate the license key on the device, and send the ID of that activation.',
  about: { request: 'activationId', without: NO_ACTIVATION_NAMED },
  run: (_key, { activation }) => (activation ? null : new ActivationNotFound()),
};

export const checkedOut: Check = {
  name: 'checked_out',
  operations: ['validate', 'heartbeat', 'lease'],
  help: 'Activate the license key again on the device, and send heartbeats before the check-out expires.',
  about: { key: 'checkOuts', without: 'The license key is node-locked.' },
  run: ({ checkOuts }, { activationId, activation }) => {
    if (activationId === null) return NO_ACTIVATION_NAMED;
    if (!activation) return 'The activation does not exist.';
    return checkOuts!.isLive(activation) ? null : new CheckOutExpired();
  },
};

export const conditionsMatch: Check = {
  name: 'conditions_match',
  operations: ['validate', 'lease'],
  help: 'Send exactly the conditions that were sent with the activation: the same names, values and types.',
  about: { request: 'activationId', without: NO_ACTIVATION_NAMED },
  run: (_key, { activation, conditions }) => {
    if (!activation) return 'The activation does not exist.';
    return activation.accepts(conditions) ? null : new ConditionsMismatch();
  },
};

export const offlineAvailable: Check = {
  name: 'offline_available',
  operations: ['lease'],
  help: 'Set `offline` in the benefit, raise its `max_offline_devices`, or wait until a lease is over.',
  run: ({ leasing }, { activation, neighbor, hasOwnPlace }) =>
    leasing!.refusalFor(activation ?? neighbor, activation, hasOwnPlace),
};

export const slotFree: Check = {
  name: 'slot_free',
  operations: ['activate', 'lease'],
  help: 'Deactivate another device, wait until a check-out expires, end the place that a lease holds, or raise `limit_activations` of the license key or `activations.overdraft` of the benefit.',
  run: (key, { activation, neighbor, hasOwnPlace }) => {
    const { checkOuts, limitActivations, leasing, activations } = key;
    const known = activation ?? neighbor;
    if (neighbor && !leasing && isFull(neighbor, activations)) return new ActivationLimitReached();
    if (known && hasSlot(key, known)) return checkOuts ? 'The device has a check-out.' : 'The device has an activation.';
    if (!limitActivations) return 'The license key does not support activations.';
    if (hasOwnPlace) return HAS_OWN_PLACE;
    const beyond = key.takenSlots - limitActivations - overdraftOf(key);
    if (beyond < 0) return null;
    const { id, organizationId, benefitId } = key;
    const held = leasing?.heldPlaces ?? NONE;
    const devices = key.takenSlots - held.length;
    const explanation = leasing && placesExplained(devices, held, held[beyond]);
    return new ActivationLimitReached(devices > 0 ? { id, organizationId, benefitId } : undefined, held[beyond], explanation);
  },
};

/** How many places beyond the limit are granted. */
const overdraftOf = ({ checkOuts, policy }: CheckedKey): number => checkOuts?.overdraft ?? policy?.nodeLocked?.overdraft ?? 0;

const placesExplained = (devices: number, held: readonly Date[], freeAt: Date | undefined): string =>
  `Places of active devices: ${devices}. Places that leases of deactivated devices hold: ${held.length}` +
  (freeAt ? `, one of them until ${freeAt.toISOString()}.` : '.');
