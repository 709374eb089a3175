import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerPortalTables } from '../adapters/persistence/customer.mapping.ts';
import type { CustomerView } from '../contract/index.ts';

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
export const CUSTOMER_SELECTION = CUSTOMER_COLUMNS.map((column) =>
  column === 'avatar_url'
    ? `coalesce(avatar_url, case when type = 'team' and deleted_at is null then (
        select 'https://www.gravatar.com/avatar/' || encode(sha256(convert_to(owner.email_key, 'UTF8')), 'hex') || '?d=404'
        from customer_portal.members as owner
        where owner.organization_id = customers.organization_id and owner.customer_id = customers.id
          and owner.role = 'owner' and owner.deleted_at is null) end) as avatar_url`
    : column,
).join(', ');

type CustomerRow = Pick<Row, (typeof CUSTOMER_COLUMNS)[number]>;

/** A statement that selects `CUSTOMER_SELECTION` from the table, without an alias. With a name it is prepared once per connection. */
interface Statement {
  readonly name?: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Reads customers with the driver itself, without the ORM: every validation of a license key includes its customer, so the
 * cost of hydration matters.
 */
export async function readCustomers(em: EntityManager, statement: Statement): Promise<CustomerView[]> {
  return (await readRows<CustomerRow>(em, statement)).map(toView);
}

/** A customer, and whether it was merged into another one. */
export interface FoundCustomer {
  readonly customer: CustomerView;
  readonly isMerged: boolean;
}

/** The same for a statement that selects `merged_into` too. */
export async function readFoundCustomers(em: EntityManager, statement: Statement): Promise<FoundCustomer[]> {
  const rows = await readRows<CustomerRow & Pick<Row, 'merged_into'>>(em, statement);
  return rows.map((row) => ({ customer: toView(row), isMerged: row.merged_into !== null }));
}

async function readRows<R extends object>(em: EntityManager, { name, sql, parameters }: Statement): Promise<R[]> {
  const pool = await em.getConnection().getNativeClient();
  return (await pool.query<R>({ name, text: sql, values: [...parameters], types: { getTypeParser } })).rows;
}

const asIs = (text: string): unknown => text;
const PARSERS: { readonly [oid: number]: (text: string) => unknown } = {
  16: (text) => text === 't',
  1184: (text) => new Date(text),
  3802: (text) => JSON.parse(text),
};

/** Parses boolean, timestamptz and jsonb; all other columns are text. */
function getTypeParser(oid: number): (text: string) => unknown {
  return PARSERS[oid] ?? asIs;
}

/** The external id of a deleted customer is free to be used again; its former value is kept in the metadata. */
function externalIdOf({ deleted_at, external_id, metadata }: CustomerRow): string | null {
  if (deleted_at === null) return external_id;
  return (metadata['__external_id'] as string | undefined) ?? null;
}

const toView = (row: CustomerRow): CustomerView => ({
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
