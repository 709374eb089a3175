import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerView } from '#customer-portal/contract';
import type { CustomerAccess } from '#kernel';
import { anyOf, readDb } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import type { LicenseKeyRow, LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import type { LicenseKeyView } from './license-key.view.ts';

export const KEY_COLUMNS = [
  'id',
  'organization_id',
  'customer_id',
  'benefit_id',
  'sealed_key',
  'display_key',
  'status',
  'limit_activations',
  'usage',
  'limit_usage',
  'validations',
  'last_validated_at',
  'expires_at',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof LicenseKeyRow)[];

export const ACTIVATION_COLUMNS = ['id', 'license_key_id', 'label', 'meta', 'created_at', 'modified_at'] as const;

/** The license keys of the organizations. */
export const visibleKeys = (em: EntityManager, organizations: readonly string[]) =>
  readDb<LicensingTables>(em).selectFrom('licensing.license_keys').where(anyOf('organization_id', organizations));

/** The license keys that a customer or member sees in the portal. */
export function portalKeys(em: EntityManager, access: CustomerAccess) {
  const keys = visibleKeys(em, [access.organizationId]).where('customer_id', '=', access.customerId);
  if (access.seesEverything) return keys;
  const memberId = access.member!.id;
  return keys.where(({ eb, or }) =>
    or([eb('member_id', '=', memberId), ...(access.seesUnassigned ? [eb('member_id', 'is', null)] : [])]),
  );
}

/** The activations of the organizations that are not deactivated. */
export const visibleActivations = (em: EntityManager, organizations: readonly string[]) =>
  readDb<LicensingTables>(em)
    .selectFrom('licensing.activations')
    .where(anyOf('organization_id', organizations))
    .where('deactivated_at', 'is', null);

/** Converts a row to the view, with the decrypted key and the customer. */
export const toView = (
  { sealed_key, validations, ...row }: Pick<LicenseKeyRow, (typeof KEY_COLUMNS)[number]>,
  customer: CustomerView,
  keyring: Keyring,
): LicenseKeyView => ({
  ...row,
  customer,
  key: keyring.decrypt(sealed_key),
  validations: Number(validations),
});
