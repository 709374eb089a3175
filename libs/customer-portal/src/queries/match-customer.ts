import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { CustomerConflict, type CustomerView, MatchCustomer } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

@QueryHandler(MatchCustomer)
export class MatchCustomerHandler implements IQueryHandler<MatchCustomer> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, identifiers }: MatchCustomer): Promise<CustomerView | undefined> {
    const { externalId = null, email = null } = identifiers;
    const statement = sql`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where organization_id = ${organizationId} and deleted_at is null
        and (external_id = ${externalId} or email_key = ${email && email.toLowerCase()})`;
    const found = await readCustomers(this.em, statement);
    const [customer] = found;
    if (found.length > 1) throw new CustomerConflict();
    if (customer && externalId !== null && customer.external_id !== null && customer.external_id !== externalId) {
      throw new CustomerConflict();
    }
    return customer;
  }
}
