import { type BatchStatement, batchStatement, BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { Customer } from '../../domain/customer.ts';
import type { CustomerState } from '../../domain/customer-state.ts';
import { normalizedEmail, type UniqueIdentifiers } from '../../domain/unique-identifiers.ts';
import { CustomerMapping } from './customer.mapping.ts';

const CUSTOMERS = BatchTable.of(CustomerMapping);

/** Without times that the domain does not know. */
const LOADED = CUSTOMERS.without('created_at', 'modified_at');

type StoredCustomer = StoredProperties<typeof CustomerMapping>;
export type LockedCustomerRow = LoadedRow<Omit<StoredCustomer, 'created_at' | 'modified_at'>>;

/** The table converts the shape that an address has in its column. */
export const toCustomerState = (row: LockedCustomerRow): CustomerState => LOADED.read(row) as unknown as CustomerState;

export const LOCK_CUSTOMERS = LOADED.lock('customers-lock', ['organizationId', 'id']);

/** A customer that has an e-mail address or an external id that somebody asks for. */
export interface Holder {
  readonly id: string;
  readonly organization_id: string;
  readonly email_key: string | null;
  readonly external_id: string | null;
}

const holdersBy = (column: 'email_key' | 'external_id') =>
  batchStatement(
    `customers-by-${column}`,
    { organizationId: 'uuid', value: 'text' },
    (w) => `select c.id, c.organization_id, c.email_key, c.external_id from ${w}
      join customer_portal.customers c on c.organization_id = w.organization_id and c.${column} = w.value and c.deleted_at is null`,
  );

const HOLDERS_OF_EMAIL = holdersBy('email_key');
const HOLDERS_OF_EXTERNAL_ID = holdersBy('external_id');

/** Who asks for identifiers, in which organizations. */
export interface Identified {
  readonly organizations: readonly string[];
  readonly identifiers: UniqueIdentifiers;
}

/** The statements that read who has the identifiers that the requests ask for. */
export const holdersOf = (requests: readonly Identified[]): BatchStatement[] => [
  ...HOLDERS_OF_EMAIL.ofDistinct(wanted(requests, ({ email }) => email && normalizedEmail(email))),
  ...HOLDERS_OF_EXTERNAL_ID.ofDistinct(wanted(requests, ({ externalId }) => externalId)),
];

const wanted = (requests: readonly Identified[], valueOf: (identifiers: UniqueIdentifiers) => string | null | undefined) =>
  requests.flatMap(({ organizations, identifiers }) => {
    const value = valueOf(identifiers);
    return value ? organizations.map((organizationId) => ({ organizationId, value })) : [];
  });

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
