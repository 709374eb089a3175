import { BenefitMismatch, CustomerMismatch } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const benefitMatches: Check = {
  name: 'benefit_matches',
  operations: ['validate'],
  help: 'Send the ID of the benefit from which the license key comes, or none.',
  run: (key, { benefitId }) => {
    if (benefitId === null) return 'The request names no benefit.';
    return benefitId === key.benefitId ? null : new BenefitMismatch();
  },
};

export const customerMatches: Check = {
  name: 'customer_matches',
  operations: ['validate'],
  help: 'Send the ID of the customer who holds the license key, or none.',
  run: (key, { customerId }) => {
    if (customerId === null) return 'The request names no customer.';
    return customerId === key.customerId ? null : new CustomerMismatch(key.customerId);
  },
};
