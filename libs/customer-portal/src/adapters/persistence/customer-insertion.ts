import type { Pool } from 'pg';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { Customer } from '../../domain/customer.ts';
import type { Member } from '../../domain/member.ts';
import type { UniqueIdentifiers } from '../../domain/unique-identifiers.ts';
import { holdersOf } from './customer-group-commit.ts';
import { additionsOf, type Holder } from './customer-records.ts';
import { writesOfMembers } from './team-records.ts';

interface NewCustomer {
  readonly customer: Customer;
  readonly owner: Member | undefined;
  readonly events: readonly DomainEvent[];
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
export class CustomerInsertion extends GroupCommit<NewCustomer, IdentifiedCustomer> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('new Customer');
  }

  /** `check` is called with those who have the identifiers of the customer, and throws if it cannot have them. */
  insert(customer: Customer, owner: Member | undefined, check: (holders: readonly Holder[]) => void): Promise<void> {
    const { identifiers, organizationId } = customer;
    const events = [...customer.pullEvents(), ...(owner?.pullEvents() ?? [])];
    return this.change({ customer, owner, events, identifiers, organizations: [organizationId] }, ({ holders }) =>
      check(holders),
    );
  }

  /** Every request is found: it brings its own customer. */
  protected notFound(): Error {
    return new Error('A new customer is missing');
  }

  protected override eventsOf({ events }: IdentifiedCustomer): readonly DomainEvent[] {
    return events;
  }

  protected override auditedAfter({ customer, owner }: IdentifiedCustomer): readonly object[] {
    return owner ? [customer, owner] : [customer];
  }

  protected async begin(
    requests: readonly NewCustomer[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<IdentifiedCustomer>> {
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), holdersOf(requests), statements);
    const holders = (rows as Holder[][]).flat();
    return {
      first,
      found: requests.map((request) => ({ ...request, holders })),
      commit: async (added, others) => {
        const owners = added.flatMap(({ owner }) => owner ?? []);
        const additions = [...additionsOf(added.map(({ customer }) => customer)), ...writesOfMembers([], owners)];
        await transaction.commit([...additions, ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
