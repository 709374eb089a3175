import type { CustomerPortalTables } from '../adapters/persistence/customer.mapping.ts';
import type { CustomerView } from '../contract/index.ts';

type Row = CustomerPortalTables['customer_portal.customers'];
export type CustomerRow = Pick<Row, (typeof CUSTOMER_COLUMNS)[number]>;

export const CUSTOMER_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'metadata',
  'external_id',
  'email',
  'email_verified',
  'avatar_url',
  'type',
  'name',
  'billing_name',
  'billing_address',
  'locale',
  'organization_id',
  'deleted_at',
] as const satisfies readonly (keyof Row)[];

/** A deleted customer no longer has its external id, and is shown with the one that its metadata remembers. */
function externalIdOf({ deleted_at, external_id, metadata }: CustomerRow): string | null {
  if (deleted_at === null) return external_id;
  return (metadata['__external_id'] as string | undefined) ?? null;
}

/** Made for each license key that is validated, so nothing here may be slow. */
export const toView = (row: CustomerRow): CustomerView => ({
  id: row.id,
  created_at: row.created_at,
  modified_at: row.modified_at,
  metadata: row.metadata,
  external_id: externalIdOf(row),
  email: row.email,
  email_verified: row.email_verified,
  type: row.type,
  name: row.name,
  billing_name: row.billing_name ?? row.name,
  billing_address: row.billing_address,
  tax_id: null,
  locale: row.locale,
  organization_id: row.organization_id,
  default_payment_method_id: null,
  deleted_at: row.deleted_at,
  first_user_event_at: null,
  avatar_url: row.avatar_url,
});
