import { EntityManager, type FilterQuery, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ResourceNotFound, ValidationFailed, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { addAll, changeOne, inTransaction } from '#platform/persistence';
import { normalizedEmail, type UniqueIdentifiers, conflictErrors, type Conflicts } from '../../domain/unique-identifiers.ts';
import { Customer } from '../../domain/customer.ts';
import { Member } from '../../domain/member.ts';
import { Customers, type WhichCustomer, type WhichCustomers } from '../../domain/customers.ts';
import type { CustomerPortalTables } from './customer.mapping.ts';

type Holder = { id: string; organization_id: string; email_key: string | null; external_id: string | null };

/** A customer that is merged has one member: a second one tells that it cannot be merged. */
const MEMBERS = 2;

const INDEXES = { email: 'customers_email_unique', externalId: 'customers_external_id_unique' } as const;

@Injectable()
export class MikroOrmCustomers extends Customers {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(customer: Customer, owner?: Member): Promise<void> {
    const { identifiers } = customer;
    const taken = conflictsWith(customer, identifiers, await this.holders(identifiers, [customer.organizationId]));
    const conflicts = conflictErrors(taken, identifiers);
    ValidationFailed.throwIfAny(conflicts);
    await addAll<Customer | Member>(this.em, owner ? [customer, owner] : [customer]).catch(rethrowAsConflict(identifiers));
  }

  async change<T>(
    { id, organizations, orDeleted = false }: WhichCustomer,
    identifiers: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T> {
    const holders = await this.holders(identifiers, organizations);
    const where = { id, organizationId: { $in: [...organizations] }, ...(orDeleted ? {} : { deletedAt: null }) };
    return changeOne<Customer, T>(this.em, Customer, where, (customer) =>
      by(customer, conflictsWith(customer, identifiers, holders)),
    ).catch(rethrowAsConflict(identifiers));
  }

  /** Locks the customers in the order of their ids, which also keeps their members from changing. */
  merge(
    { source: sourceId, target: targetId, organizations }: WhichCustomers,
    by: (source: Customer | undefined, target: Customer, members: readonly Member[]) => void,
  ): Promise<void> {
    return inTransaction(this.em, 'merge of customers', async (transaction) => {
      const customers = await transaction.find(
        Customer,
        { id: { $in: [sourceId, targetId] }, organizationId: { $in: [...organizations] } },
        { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const target = customers.find(({ id, isDeleted }) => id === targetId && !isDeleted);
      if (!target) throw new ResourceNotFound();
      const source = customers.find(({ id }) => id === sourceId);
      const where = { organizationId: source?.organizationId, customerId: sourceId, deletedAt: null };
      const members = source ? await transaction.find(Member, where as FilterQuery<Member>, { limit: MEMBERS }) : [];
      by(source, target, members);
      await transaction.flush();
      const changed = [...customers, ...members];
      await recordEvents(
        transaction,
        changed.flatMap((each) => each.pullEvents()),
      );
    });
  }

  private async holders({ email, externalId }: UniqueIdentifiers, organizations: readonly string[]): Promise<Holder[]> {
    if (!email && !externalId) return [];
    return this.em
      .getKysely<CustomerPortalTables>()
      .selectFrom('customer_portal.customers')
      .select(['id', 'organization_id', 'email_key', 'external_id'])
      .where('organization_id', '=', sql<string>`any(${organizations})`)
      .where('deleted_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          ...(email ? [eb('email_key', '=', normalizedEmail(email))] : []),
          ...(externalId ? [eb('external_id', '=', externalId)] : []),
        ]),
      )
      .execute();
  }
}

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
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const { constraint } = error as { constraint?: string };
    const taken = { email: constraint === INDEXES.email, externalId: constraint === INDEXES.externalId };
    const conflicts = conflictErrors(taken, identifiers);
    throw conflicts.length > 0 ? new ValidationFailed(conflicts) : error;
  };
