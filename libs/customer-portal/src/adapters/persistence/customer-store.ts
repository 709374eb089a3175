import type { Pool } from 'pg';
import {
  type AggregateStore,
  aggregateStore,
  insertionStore,
  type NewAggregates,
  type BatchStatement,
  batchStatement,
  BatchTable,
  type LoadedRow,
  type StoredProperties,
} from '#engine/persistence';
import { Customer } from '../../domain/customer.ts';
import type { CustomerState } from '../../domain/customer-state.ts';
import type { WhichCustomer } from '../../domain/customers.ts';
import type { Member } from '../../domain/member.ts';
import { writesOfMembers } from './team-records.ts';
import { normalizedEmail, type UniqueIdentifiers } from '../../domain/unique-identifiers.ts';
import { CustomerMapping } from './customer.mapping.ts';

const CUSTOMERS = BatchTable.of(CustomerMapping);

/** Without times that the domain does not know. */
const LOADED = CUSTOMERS.without('created_at', 'modified_at');

type StoredCustomer = StoredProperties<typeof CustomerMapping>;
type LockedCustomerRow = LoadedRow<Omit<StoredCustomer, 'created_at' | 'modified_at'>>;

/** The table converts the shape that an address has in its column. */
const toCustomerState = (row: LockedCustomerRow): CustomerState => LOADED.read(row) as unknown as CustomerState;

const LOCK_CUSTOMERS = LOADED.lock('customers-lock', ['organizationId', 'id']);

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
interface Identified {
  readonly organizations: readonly string[];
  readonly identifiers: UniqueIdentifiers;
}

/** The statements that read who has the identifiers that the requests ask for. */
const holdersOf = (requests: readonly Identified[]): BatchStatement[] => [
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
const writesOfCustomers = (customers: readonly Customer[]) =>
  WRITE_CUSTOMERS.of(customers.map((customer) => rowOf(customer, { created_at: new Date(), modified_at: new Date() })));

const ADD_CUSTOMERS = CUSTOMERS.insert('customers-add');

/** The statement that writes new customers. */
const additionsOf = (customers: readonly Customer[]) =>
  ADD_CUSTOMERS.of(customers.map((customer) => rowOf(customer, { created_at: new Date(), modified_at: null })));

/** Times of rows are those of the system, as in the mapping. */
const rowOf = ({ stored }: Customer, times: Pick<StoredCustomer, 'created_at' | 'modified_at'>): StoredCustomer => ({
  ...(stored as unknown as StoredCustomer),
  ...times,
});

type CustomerRequest = WhichCustomer & Identified;

/** A customer of a batch, and who has the identifiers that its requests ask for. */
interface LockedCustomer {
  readonly customer: Customer;
  /** As it was loaded. */
  readonly before: CustomerState;
  readonly holders: readonly Holder[];
}

export const customerStore = (pool: () => Promise<Pool>): AggregateStore<CustomerRequest, LockedCustomer> =>
  aggregateStore(pool, {
    name: 'Customer',
    eventsOf: ({ customer }) => customer.pullEvents(),
    auditedOf: ({ customer }) => [customer],
    batchOf: (requests) => ({
      reads: [...LOCK_CUSTOMERS.ofDistinct(requests.flatMap(placesOf)), ...holdersOf(requests)],
      load: (rows) => {
        const [locked = [], ...holders] = rows as [LockedCustomerRow[]?, ...Holder[][]];
        const customers = new Map(locked.map((row) => [row.id, toLocked(row, holders.flat())]));
        return {
          found: requests.map(({ id, organizations }) => within(organizations, customers.get(id))),
          writes: writesFor,
        };
      },
    }),
  });

const placesOf = ({ id, organizations }: CustomerRequest) => organizations.map((organizationId) => ({ organizationId, id }));

function toLocked(row: LockedCustomerRow, holders: readonly Holder[]): LockedCustomer {
  const before = toCustomerState(row);
  return { customer: Customer.fromState(before), before, holders };
}

/** Another request of the batch may see more organizations. */
const within = (organizations: readonly string[], locked: LockedCustomer | undefined): LockedCustomer | undefined =>
  locked && organizations.includes(locked.customer.organizationId) ? locked : undefined;

const writesFor = (changed: readonly LockedCustomer[]) =>
  writesOfCustomers(changed.filter(({ customer, before }) => differs(customer, before)).map(({ customer }) => customer));

/** Aggregates replace their values and never change them, so identity tells. */
const differs = ({ stored }: Customer, before: CustomerState): boolean =>
  (Object.keys(before) as (keyof CustomerState)[]).some((field) => stored[field] !== before[field]);

interface NewCustomer extends NewAggregates<Customer | Member>, Identified {
  readonly customer: Customer;
  readonly owner: Member | undefined;
}

/**
 * The store of new customers with their owners. If one of them violates a constraint, such as an e-mail address that another one has,
 * each is stored by itself.
 */
export const newCustomerStore = (
  pool: () => Promise<Pool>,
): AggregateStore<NewCustomer, NewCustomer & { readonly holders: readonly Holder[] }> =>
  insertionStore(pool, {
    name: 'new Customer',
    batchOf: (requests) => ({
      reads: holdersOf(requests),
      load: (rows) => {
        const holders = (rows as Holder[][]).flat();
        return {
          found: requests.map((request) => ({ ...request, holders })),
          writes: (added) => [
            ...additionsOf(added.map(({ customer }) => customer)),
            ...writesOfMembers(
              [],
              added.flatMap(({ owner }) => owner ?? []),
            ),
          ],
        };
      },
    }),
  });
