import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { Customer } from '../../domain/customer.ts';
import type { CustomerState } from '../../domain/customer-state.ts';
import { CustomerMapping } from './customer.mapping.ts';

/** The SQL of the group commit of customers. Every statement takes a whole batch as arrays and is prepared once per connection. */

const CUSTOMERS = BatchTable.of(CustomerMapping);

/** Without times that the domain does not know. */
const LOADED = CUSTOMERS.without('created_at', 'modified_at');

type StoredCustomer = StoredProperties<typeof CustomerMapping>;
export type LockedCustomerRow = LoadedRow<Omit<StoredCustomer, 'created_at' | 'modified_at'>>;

/** The table converts the shape that an address has in its column. */
export const toCustomerState = (row: LockedCustomerRow): CustomerState => LOADED.read(row) as unknown as CustomerState;

/** Rows are locked in the order of their ids to avoid deadlocks. */
export const LOCK_CUSTOMERS = {
  name: 'customers-lock',
  text: `select ${LOADED.selectList('c')} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join customer_portal.customers c on c.organization_id = w.organization_id and c.id = w.id
    order by c.id for update of c`,
};

/** A customer that has an e-mail address or an external id that somebody asks for. */
export interface Holder {
  readonly id: string;
  readonly organization_id: string;
  readonly email_key: string | null;
  readonly external_id: string | null;
}

const holdersBy = (column: 'email_key' | 'external_id') => ({
  name: `customers-by-${column}`,
  text: `select c.id, c.organization_id, c.email_key, c.external_id
    from unnest($1::uuid[], $2::text[]) as w (organization_id, value)
    join customer_portal.customers c on c.organization_id = w.organization_id and c.${column} = w.value and c.deleted_at is null`,
});

export const HOLDERS_OF_EMAIL = holdersBy('email_key');
export const HOLDERS_OF_EXTERNAL_ID = holdersBy('external_id');

const WRITE_CUSTOMERS = CUSTOMERS.without('organizationId', 'created_at').update('customers-write');

/** The statement that writes changed customers. */
export const writesOfCustomers = (customers: readonly Customer[]) =>
  WRITE_CUSTOMERS.of(customers.map((customer) => rowOf(customer, { created_at: new Date(), modified_at: new Date() })));

const ADD_CUSTOMERS = CUSTOMERS.insert('customers-add');

/** The statement that writes new customers. */
export const additionsOf = (customers: readonly Customer[]) =>
  ADD_CUSTOMERS.of(customers.map((customer) => rowOf(customer, { created_at: new Date(), modified_at: null })));

/** Times of rows are those of the system, as in the mapping. */
const rowOf = ({ stored }: Customer, times: Pick<StoredCustomer, 'created_at' | 'modified_at'>): StoredCustomer => ({
  ...(stored as unknown as StoredCustomer),
  ...times,
});
