import { InactiveKeyNotActivated, InactiveKeyNotValid, type Status } from '../keys/license-key.errors.ts';
import { type Check, isUse, type Operation } from './check.ts';

export const inactive = (status: Exclude<Status, 'granted'>, operation: Operation) =>
  isUse(operation) ? new InactiveKeyNotValid(status) : new InactiveKeyNotActivated(status);

export const granted: Check = {
  name: 'granted',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'Set the status of the license key to `granted`, or grant its benefit to the customer again.',
  run: ({ status }, { operation }) => (status === 'granted' ? null : inactive(status, operation)),
};
