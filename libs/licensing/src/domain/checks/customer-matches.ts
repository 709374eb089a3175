import { CustomerMismatch } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const customerMatches: Check = {
  name: 'customer_matches',
  operations: ['validate'],
  help: 'Send the ID of the customer who holds the license key, or none.',
  run: (key, { customerId }) => {
    if (customerId === null) return 'The request names no customer.';
    return customerId === key.customerId ? null : new CustomerMismatch(key.customerId);
  },
};
