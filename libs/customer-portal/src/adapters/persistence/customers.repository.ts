import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, ValidationFailed, type Sync } from '#kernel';
import { inTransaction, type LockedAggregates, newAggregates, pgPool } from '#engine/persistence';
import { normalizedEmail, type UniqueIdentifiers, conflictErrors, type Conflicts } from '../../domain/unique-identifiers.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Member } from '../../domain/member.ts';
import { MAX_MERGED_MEMBERS } from '../../domain/mergers.ts';
import type { Merger } from '../../domain/merging-members.ts';
import { Customers, type WhichCustomer, type WhichCustomers } from '../../domain/customers.ts';
import { customerStore, newCustomerStore, type Holder } from './customer-store.ts';
import { customerRows } from './customer.mapping.ts';
import { memberRows } from './member.mapping.ts';

const INDEXES = { email: 'customers_email_unique', externalId: 'customers_external_id_unique' } as const;

@Injectable()
export class MikroOrmCustomers extends Customers {
  private readonly store: ReturnType<typeof customerStore>;
  private readonly additions: ReturnType<typeof newCustomerStore>;

  constructor(private readonly em: EntityManager) {
    super();
    this.store = customerStore(() => pgPool(em));
    this.additions = newCustomerStore(() => pgPool(em));
  }

  async add(customer: Customer, owner?: Member): Promise<void> {
    const { identifiers, organizationId } = customer;
    const added = newAggregates(owner ? [customer, owner] : [customer]);
    await this.additions
      .change({ ...added, customer, owner, identifiers, organizations: [organizationId] }, ({ holders }) =>
        ValidationFailed.throwIfAny(conflictErrors(conflictsWith(customer, identifiers, holders), identifiers)),
      )
      .catch(rethrowAsConflict(identifiers));
  }

  /** Another request of the same batch may delete the customer. */
  change<T>(
    which: WhichCustomer,
    identifiers: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T> {
    const changed = this.store.change<T>({ ...which, identifiers }, ({ customer, holders }) => {
      if (customer.isDeleted) throw new ResourceNotFound();
      return by(customer, conflictsWith(customer, identifiers, holders));
    });
    return changed.catch(rethrowAsConflict(identifiers));
  }

  /** Locks the customers in the order of their ids, which also keeps their members from changing. */
  changeBoth(
    { source: sourceId, target: targetId, organizations }: WhichCustomers,
    by: (target: Customer, merger: Merger | undefined) => void,
  ): Promise<void> {
    return inTransaction(this.em, 'merge of customers', async (transaction) => {
      const where = { id: { $in: [sourceId, targetId] }, organizationId: { $in: [...organizations] } };
      const customers = await customerRows.lock(transaction, where, { orderBy: { id: 'asc' } });
      const target = customers.all.find(({ id, isDeleted }) => id === targetId && !isDeleted);
      if (!target) throw new ResourceNotFound();
      const source = customers.all.find(({ id }) => id === sourceId);
      const members = source && (await membersOf(transaction, source, {}, MAX_MERGED_MEMBERS + 1));
      const ofTarget = await membersOf(transaction, target, namedLike(members?.all ?? []));
      by(target, source && { source, target, members: members!.all, ofTarget: ofTarget.all });
      for (const changed of [customers, members, ofTarget]) await changed?.save();
    });
  }

  async eraseAliases(organizationId: string, customerId: string): Promise<void> {
    await this.em.fork().execute(
      `with recursive merged (id) as (
         select id from customer_portal.customers where organization_id = ? and id = ? and merged_into is null
         union all
         select c.id from merged join customer_portal.customers c on c.organization_id = ? and c.merged_into = merged.id
       )
       update customer_portal.customers set alias_email = null, alias_key = null, alias_signs_in = false
       where organization_id = ? and alias_key is not null and id in (select id from merged)`,
      [organizationId, customerId, organizationId, organizationId],
    );
  }
}

const membersOf = (
  transaction: EntityManager,
  { id, organizationId }: Customer,
  criteria: object,
  limit?: number,
): Promise<LockedAggregates<Member>> =>
  memberRows.lock(
    transaction,
    { organizationId, customerId: id, deletedAt: null, ...criteria },
    { orderBy: { id: 'asc' }, ...(limit !== undefined && { limit }) },
  );

const namedLike = (members: readonly Member[]): object => ({
  $or: [
    { role: 'owner' },
    { emailKey: { $in: members.map(({ emailKey }) => emailKey) } },
    { externalId: { $in: members.flatMap(({ externalId }) => externalId ?? []) } },
  ],
});

function conflictsWith(customer: Customer, { email, externalId }: UniqueIdentifiers, holders: readonly Holder[]): Conflicts {
  const others = holders.filter((each) => each.organization_id === customer.organizationId && each.id !== customer.id);
  return {
    email: Boolean(email) && others.some((each) => each.email_key === normalizedEmail(email!)),
    externalId: Boolean(externalId) && others.some((each) => each.external_id === externalId),
  };
}

const rethrowAsConflict =
  (identifiers: UniqueIdentifiers) =>
  (error: unknown): never => {
    const constraint = (error as { constraint?: unknown } | null)?.constraint;
    const taken = { email: constraint === INDEXES.email, externalId: constraint === INDEXES.externalId };
    const conflicts = conflictErrors(taken, identifiers);
    throw conflicts.length > 0 ? new ValidationFailed(conflicts) : error;
  };
