import {
  BenefitMismatch,
  CustomerMismatch,
  EntitlementMissing,
  ExpiredKeyNotActivated,
  ExpiredKeyNotValid,
  InactiveKeyNotActivated,
  InactiveKeyNotValid,
  ProductMismatch,
  type Status,
} from '../keys/license-key.errors.ts';
import { hasEntitlement } from '../keys/entitlement-parts.ts';
import { checkInDue } from '../policy/check-in-policy.ts';
import { graceUntil } from '../policy/expiry-policy.ts';
import { refusedByPolicy } from '../policy/policy.errors.ts';
import { type Check, isUse, type Operation } from './check.ts';

const inactive = (status: Exclude<Status, 'granted'>, operation: Operation) =>
  isUse(operation) ? new InactiveKeyNotValid(status) : new InactiveKeyNotActivated(status);

export const granted: Check = {
  name: 'granted',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'Set the status of the license key to `granted`, or grant its benefit to the customer again.',
  run: ({ status }, { operation }) => (status === 'granted' ? null : inactive(status, operation)),
};

export const customerExists: Check = {
  name: 'customer_exists',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'The customer was deleted. Grant the license key again if it should work all the same.',
  run: ({ isOfDeletedCustomer }, { operation }) => (isOfDeletedCustomer ? inactive('revoked', operation) : null),
};

export const notExpired: Check = {
  name: 'not_expired',
  operations: ['activate', 'validate', 'heartbeat', 'lease'],
  help: 'Set `expires_at` of the license key to a later time or to `null`.',
  run: (key, { operation, now }) => {
    if (key.expiresAt === null || now < key.expiresAt) return null;
    if (!isUse(operation)) return new ExpiredKeyNotActivated();
    return graceUntil(key, now) ? null : new ExpiredKeyNotValid();
  },
};

export const checkedIn: Check = {
  name: 'checked_in',
  operations: ['activate', 'validate', 'lease'],
  help: 'Set the status of the license key to `granted` again.',
  about: { policy: 'checkIn', without: 'The license key does not have to be validated regularly.' },
  run: (key, { now, operation }) => {
    const due = checkInDue(key);
    return due && now >= due ? refusedByPolicy('CHECK_IN_OVERDUE', operation) : null;
  },
};

export const benefitMatches: Check = {
  name: 'benefit_matches',
  operations: ['activate', 'validate', 'lease'],
  help: 'Send the ID of the benefit from which the license key comes, or none.',
  about: { request: 'benefitId', without: 'The request names no benefit.' },
  run: (key, { benefitId }) => (benefitId === key.benefitId ? null : new BenefitMismatch()),
};

export const customerMatches: Check = {
  name: 'customer_matches',
  operations: ['validate'],
  help: 'Send the ID of the customer who holds the license key, or none.',
  about: { request: 'customerId', without: 'The request names no customer.' },
  run: (key, { customerId }) => (customerId === key.customerId ? null : new CustomerMismatch(key.customerId)),
};

export const productMatches: Check = {
  name: 'product_matches',
  operations: ['validate'],
  help: 'Send the ID of a product that brings the benefit of the license key, or none.',
  about: { request: 'benefitsOfProduct', without: 'The request names no product.' },
  run: (key, { benefitsOfProduct }) => (benefitsOfProduct!.includes(key.benefitId) ? null : new ProductMismatch()),
};

export const entitled: Check = {
  name: 'entitled',
  operations: ['validate'],
  help: 'Give the license key the entitlement by hand, or sell the customer what brings it.',
  about: { request: 'entitlements', without: 'The request names no entitlements.' },
  run: (key, { entitlements }) => {
    const missing = entitlements!.find((name) => !hasEntitlement(key.entitlements, name));
    return missing === undefined ? null : new EntitlementMissing(missing);
  },
};
