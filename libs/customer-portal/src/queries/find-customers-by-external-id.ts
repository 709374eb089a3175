import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { CustomerView } from '../views/index.ts';
import { FindCustomersByExternalId } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

@QueryHandler(FindCustomersByExternalId)
export class FindCustomersByExternalIdHandler implements IQueryHandler<FindCustomersByExternalId> {
  constructor(private readonly em: EntityManager) {}

  execute({ organizations, externalIds }: FindCustomersByExternalId): Promise<CustomerView[]> {
    const statement = sql`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where organization_id = any(${organizations}::uuid[]) and external_id = any(${externalIds}::text[]) and deleted_at is null`;
    return readCustomers(this.em, statement);
  }
}
