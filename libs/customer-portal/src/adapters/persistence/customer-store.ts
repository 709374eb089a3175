import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore, insertionStore, type NewAggregates } from '#engine/persistence';
import { Customer } from '../../domain/customer.ts';
import type { CustomerState } from '../../domain/customer-state.ts';
import type { WhichCustomer } from '../../domain/customers.ts';
import type { Member } from '../../domain/member.ts';
import {
  additionsOf,
  type Holder,
  holdersOf,
  type Identified,
  LOCK_CUSTOMERS,
  type LockedCustomerRow,
  toCustomerState,
  writesOfCustomers,
} from './customer-records.ts';
import { writesOfMembers } from './team-records.ts';

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
