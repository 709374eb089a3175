import { UNLIMITED_ACTIVATIONS } from '#support/cells';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import type { Item } from './easy-digital-downloads-request.ts';
import { numberOf } from './numbers.ts';

export const itemOf = ({ id, name }: Item, key?: VendorKey): object => ({
  item_id: id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : false,
  item_name: key?.facts['item_name'] ?? name ?? '',
});

const timeOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');

export function toTerms({ expiresAt, limitActivations, activationCount }: VendorKey): object {
  const isUnlimited = limitActivations === UNLIMITED_ACTIVATIONS;
  return {
    expires: expiresAt ? timeOf(expiresAt) : 'lifetime',
    license_limit: isUnlimited ? 0 : (limitActivations ?? 0),
    site_count: activationCount,
    activations_left: isUnlimited ? 'unlimited' : Math.max(0, (limitActivations ?? 0) - activationCount),
  };
}

/** What is told of a license key that works. */
export const detailsOf = (key: VendorKey, customer: { readonly name: string | null; readonly email: string | null }): object => ({
  ...toTerms(key),
  payment_id: numberOf(key.facts['payment_id'], key.id),
  customer_name: customer.name ?? '',
  customer_email: customer.email ?? '',
  price_id: key.facts['price_id'] ?? false,
});
