import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Invalid, type Settled } from '#kernel';
import { addAll, changeOne } from '#platform/persistence';
import { addressKey, type Claims, problemsOfTaken, type Taken } from '../../domain/claims.ts';
import { Customer } from '../../domain/customer.ts';
import type { Member } from '../../domain/member.ts';
import { Customers, type WhichCustomer } from '../../domain/customers.ts';
import type { CustomerPortalTables } from './customer.mapping.ts';

type Holder = { id: string; organization_id: string; email_key: string | null; external_id: string | null };

const INDEXES = { email: 'customers_email_unique', externalId: 'customers_external_id_unique' } as const;

@Injectable()
export class MikroOrmCustomers extends Customers {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(customer: Customer, owner?: Member): Promise<void> {
    const { claims } = customer;
    const taken = takenFrom(customer, claims, await this.holders(claims, [customer.organizationId]));
    const problems = problemsOfTaken(taken, claims);
    if (problems.length > 0) throw new Invalid(problems);
    await addAll<Customer | Member>(this.em, owner ? [customer, owner] : [customer]).catch(refuseLostRace(claims));
  }

  async change<T>(
    { id, organizations, orDeleted = false }: WhichCustomer,
    claims: Claims,
    by: (customer: Customer, taken: Taken) => Settled<T>,
  ): Promise<T> {
    const holders = await this.holders(claims, organizations);
    const where = { id, organizationId: { $in: [...organizations] }, ...(orDeleted ? {} : { deletedAt: null }) };
    return changeOne<Customer, T>(this.em, Customer, where, (customer) =>
      by(customer, takenFrom(customer, claims, holders)),
    ).catch(refuseLostRace(claims));
  }

  private async holders({ email, externalId }: Claims, organizations: readonly string[]): Promise<Holder[]> {
    if (!email && !externalId) return [];
    return this.em
      .getKysely<CustomerPortalTables>()
      .selectFrom('customer_portal.customers')
      .select(['id', 'organization_id', 'email_key', 'external_id'])
      .where('organization_id', '=', sql<string>`any(${organizations})`)
      .where('deleted_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          ...(email ? [eb('email_key', '=', addressKey(email))] : []),
          ...(externalId ? [eb('external_id', '=', externalId)] : []),
        ]),
      )
      .execute();
  }
}

function takenFrom(customer: Customer, { email, externalId }: Claims, holders: readonly Holder[]): Taken {
  const others = holders.filter((each) => each.organization_id === customer.organizationId && each.id !== customer.id);
  return {
    email: Boolean(email) && others.some((each) => each.email_key === addressKey(email!)),
    externalId: Boolean(externalId) && others.some((each) => each.external_id === externalId),
  };
}

const refuseLostRace =
  (claims: Claims) =>
  (error: unknown): never => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const { constraint } = error as { constraint?: string };
    const taken = { email: constraint === INDEXES.email, externalId: constraint === INDEXES.externalId };
    const problems = problemsOfTaken(taken, claims);
    throw problems.length > 0 ? new Invalid(problems) : error;
  };
