import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { readDb } from '#engine/persistence';
import type { CustomerPortalTables } from '../adapters/persistence/customer.mapping.ts';
import type { CustomerView } from '../views/index.ts';

type Row = CustomerPortalTables['customer_portal.customers'];

const CUSTOMER_COLUMNS = [
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
  'tax_id',
  'locale',
  'organization_id',
  'deleted_at',
  'first_user_event_at',
] as const satisfies readonly (keyof Row)[];

/**
 * The select list of `CUSTOMER_COLUMNS`. A team without an e-mail address has the avatar of its owner, by the address that the owner
 * has now; the URL is that of `avatarOf` in the domain.
 */
export const CUSTOMER_SELECTION = sql.raw(
  CUSTOMER_COLUMNS.map((column) =>
    column === 'avatar_url'
      ? `coalesce(avatar_url, case when type = 'team' and deleted_at is null then (
        select 'https://www.gravatar.com/avatar/' || encode(sha256(convert_to(owner.email_key, 'UTF8')), 'hex') || '?d=404'
        from customer_portal.members as owner
        where owner.organization_id = customers.organization_id and owner.customer_id = customers.id
          and owner.role = 'owner' and owner.deleted_at is null) end) as avatar_url`
      : column,
  ).join(', '),
);

/** A row of `CUSTOMER_SELECTION`. */
export type CustomerRow = Pick<Row, (typeof CUSTOMER_COLUMNS)[number]>;

/** Reads customers by a statement that selects `CUSTOMER_SELECTION` from the table, without an alias. */
export async function readCustomers(em: EntityManager, statement: RawBuilder<unknown>): Promise<CustomerView[]> {
  return (await (statement as RawBuilder<CustomerRow>).execute(readDb<object>(em))).rows.map(toView);
}

/** A customer, and whether it was merged into another one. */
export interface FoundCustomer {
  readonly customer: CustomerView;
  readonly isMerged: boolean;
}

/** A row of `CUSTOMER_SELECTION` and `merged_into`. */
export type FoundRow = CustomerRow & Pick<Row, 'merged_into'>;

export const toFound = (row: FoundRow): FoundCustomer => ({ customer: toView(row), isMerged: row.merged_into !== null });

/** The external id of a deleted customer is free to be used again; its former value is kept in the metadata. */
function externalIdOf({ deleted_at, external_id, metadata }: CustomerRow): string | null {
  if (deleted_at === null) return external_id;
  return (metadata['__external_id'] as string | undefined) ?? null;
}

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
  tax_id: row.tax_id,
  locale: row.locale,
  organization_id: row.organization_id,
  default_payment_method_id: null,
  deleted_at: row.deleted_at,
  first_user_event_at: row.first_user_event_at,
  avatar_url: row.avatar_url,
});
