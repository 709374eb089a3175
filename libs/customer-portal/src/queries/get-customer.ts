import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { AmbiguousExternalCustomerID } from '../contract/index.ts';
import type { CustomerView } from '../views/index.ts';
import { CurrentCustomers } from './current-customers.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

/** A customer by id or external id. */
export class GetCustomer extends Query<CustomerView> {
  constructor(
    readonly access: Access,
    readonly which: { readonly id: string } | { readonly externalId: string },
  ) {
    super();
  }
}

@QueryHandler(GetCustomer)
export class GetCustomerHandler implements IQueryHandler<GetCustomer> {
  constructor(
    private readonly em: EntityManager,
    private readonly customers: CurrentCustomers,
  ) {}

  async execute({ access: { visible }, which }: GetCustomer): Promise<CustomerView> {
    const found =
      'id' in which ? await this.customers.find(visible, which.id) : await this.byExternalId(visible, which.externalId);
    if (!found) throw new ResourceNotFound();
    return found;
  }

  private async byExternalId(organizations: readonly string[], externalId: string): Promise<CustomerView | undefined> {
    const statement = sql`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where organization_id = any(${organizations}::uuid[]) and external_id = ${externalId} and deleted_at is null limit 2`;
    const [customer, another] = await readCustomers(this.em, statement);
    if (another) throw new AmbiguousExternalCustomerID();
    return customer;
  }
}
