import type { Check } from './check.ts';
import { inactive } from './granted.ts';

export const customerExists: Check = {
  name: 'customer_exists',
  operations: ['activate', 'validate', 'lease'],
  help: 'The customer was deleted. Grant the license key again if it should work all the same.',
  run: ({ isOfDeletedCustomer }, { operation }) => (isOfDeletedCustomer ? inactive('revoked', operation) : null),
};
