import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerView } from '#customer-portal/contract';
import type { CustomerAccess } from '#kernel';
import { anyOf, readDb } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import { pickFields } from '#platform/wire';
import type { LicenseKeyRow, LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { LicenseKeyView, PortalLicenseKeyView } from './license-key.view.ts';

type Column = keyof LicenseKeyRow;

/** What a view shows of a row, and the encrypted string to show the key itself. */
const columnsOf = <F extends object>({ fields }: { readonly fields: F }) =>
  [...Object.keys(fields).filter((name) => name !== 'customer' && name !== 'key'), 'encrypted_key'] as (
    Exclude<keyof F, 'customer' | 'key'> | 'encrypted_key'
  )[];

export const KEY_COLUMNS = columnsOf(LicenseKeyView) satisfies readonly Column[];
export const PORTAL_KEY_COLUMNS = columnsOf(PortalLicenseKeyView) satisfies readonly Column[];

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

/** The activations of a key that are not deactivated, as a list. */
export const activationsOf = (em: EntityManager, key: Pick<LicenseKeyRow, 'organization_id' | 'id' | 'activation_count'>) => ({
  query: visibleActivations(em, [key.organization_id]).select(ACTIVATION_COLUMNS).where('license_key_id', '=', key.id),
  large: ['label', 'meta'],
  count: key.activation_count,
});

type Row<C extends Column> = Pick<LicenseKeyRow, C | 'encrypted_key'>;

/** Adds the decrypted key and the customer to a row. */
const complete = <C extends Column>({ encrypted_key, ...row }: Row<C>, customer: CustomerView, keyring: Keyring) => ({
  ...row,
  customer,
  key: keyring.decrypt(encrypted_key),
});

export const toView = (row: Row<(typeof KEY_COLUMNS)[number]>, customer: CustomerView, keyring: Keyring): LicenseKeyView =>
  pickFields(LicenseKeyView, complete(row, customer, keyring));

export const toPortalView = (
  row: Row<(typeof PORTAL_KEY_COLUMNS)[number]>,
  customer: CustomerView,
  keyring: Keyring,
): PortalLicenseKeyView => pickFields(PortalLicenseKeyView, complete(row, customer, keyring));
