import { UNLIMITED_ACTIVATIONS } from '#support/cells';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import { numberOf } from './numbers.ts';

/** Other refusals have the sentence of our own. */
export const SENTENCES: Readonly<Record<string, string>> = {
  ACTIVATION_LIMIT_REACHED: 'This license key has reached the activation limit.',
  ACTIVATIONS_NOT_SUPPORTED: 'This license key has reached the activation limit.',
  ACTIVATION_NOT_FOUND: 'instance_id not found.',
  DISABLED: 'This license key is disabled.',
  EXPIRED: 'This license key has expired.',
  REVOKED: 'This license key is disabled.',
};
export const STATUSES: Readonly<Record<string, string>> = { DISABLED: 'disabled', EXPIRED: 'expired', REVOKED: 'disabled' };
/** Whose a license key is is told of one that works. */
export const NOBODY = { name: '', email: '' };

export interface Instance {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

const timeOf = (time: Date): string => time.toISOString().replace('Z', '000Z');

export function toKeyOfVendor(
  key: VendorKey,
  presented: string,
  status = key.activationCount > 0 ? 'active' : 'inactive',
): object {
  const { id, facts, limitActivations, activationCount, createdAt, expiresAt } = key;
  return {
    id: numberOf(facts['license_key_id'], id),
    status,
    key: presented,
    activation_limit: limitActivations === UNLIMITED_ACTIVATIONS ? null : (limitActivations ?? 0),
    activation_usage: activationCount,
    created_at: timeOf(createdAt),
    expires_at: expiresAt && timeOf(expiresAt),
  };
}

export const toInstance = ({ id, name, createdAt }: Instance): object => ({ id, name, created_at: timeOf(createdAt) });

export const toMeta = (
  { id, facts, benefitId, benefitName, customerId }: VendorKey,
  organizationId: string,
  { name, email }: { readonly name: string; readonly email: string },
): object => ({
  store_id: numberOf(facts['store_id'], organizationId),
  order_id: numberOf(facts['order_id'], id),
  order_item_id: numberOf(facts['order_item_id'], id),
  product_id: numberOf(facts['product_id'], benefitId),
  product_name: facts['product_name'] ?? benefitName,
  variant_id: numberOf(facts['variant_id'], benefitId),
  variant_name: facts['variant_name'] ?? 'Default',
  customer_id: numberOf(facts['customer_id'], customerId),
  customer_name: name,
  customer_email: email,
});
