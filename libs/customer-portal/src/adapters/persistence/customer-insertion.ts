import type { Pool } from 'pg';
import { type AggregateStore, insertionStore, type NewAggregates, newAggregates } from '#engine/persistence';
import type { Customer } from '../../domain/customer.ts';
import type { Member } from '../../domain/member.ts';
import type { UniqueIdentifiers } from '../../domain/unique-identifiers.ts';
import { holdersOf } from './customer-group-commit.ts';
import { additionsOf, type Holder } from './customer-records.ts';
import { writesOfMembers } from './team-records.ts';

interface NewCustomer extends NewAggregates<Customer | Member> {
  readonly customer: Customer;
  readonly owner: Member | undefined;
  readonly organizations: readonly string[];
  readonly identifiers: UniqueIdentifiers;
}

interface IdentifiedCustomer extends NewCustomer {
  readonly holders: readonly Holder[];
}

/**
 * Group commit of new customers with their owners. If one of them violates a constraint, such as an e-mail address that another one
 * has, each is stored by itself.
 */
export class CustomerInsertion {
  private readonly store: AggregateStore<NewCustomer, IdentifiedCustomer>;

  constructor(pool: () => Promise<Pool>) {
    this.store = insertionStore(pool, {
      name: 'new Customer',
      batchOf: (requests) => ({
        reads: holdersOf(requests),
        load: (rows) => {
          const holders = (rows as Holder[][]).flat();
          return {
            found: requests.map((request) => ({ ...request, holders })),
            writes: (added) => {
              const owners = added.flatMap(({ owner }) => owner ?? []);
              return [...additionsOf(added.map(({ customer }) => customer)), ...writesOfMembers([], owners)];
            },
          };
        },
      }),
    });
  }

  /** `check` is called with those who have the identifiers of the customer, and throws if it cannot have them. */
  insert(customer: Customer, owner: Member | undefined, check: (holders: readonly Holder[]) => void): Promise<void> {
    const { identifiers, organizationId } = customer;
    const added = newAggregates(owner ? [customer, owner] : [customer]);
    return this.store.change({ ...added, customer, owner, identifiers, organizations: [organizationId] }, ({ holders }) =>
      check(holders),
    );
  }
}
