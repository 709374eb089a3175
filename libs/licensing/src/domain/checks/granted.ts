import { InactiveKeyNotActivated, InactiveKeyNotValid, type Status } from '../license-key.errors.ts';
import type { Check, Operation } from './check.ts';

export const inactive = (status: Exclude<Status, 'granted'>, operation: Operation) =>
  operation === 'validate' ? new InactiveKeyNotValid(status) : new InactiveKeyNotActivated(status);

export const granted: Check = {
  name: 'granted',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set the status of the license key to `granted`, or grant its benefit to the customer again.',
  run: ({ status }, { operation }) => (status === 'granted' ? null : inactive(status, operation)),
};
