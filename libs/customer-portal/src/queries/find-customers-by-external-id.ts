import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type CustomerView, FindCustomersByExternalId } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

const STATEMENT = `select ${CUSTOMER_SELECTION} from customer_portal.customers
  where organization_id = any($1::uuid[]) and external_id = any($2::text[]) and deleted_at is null`;

@QueryHandler(FindCustomersByExternalId)
export class FindCustomersByExternalIdHandler implements IQueryHandler<FindCustomersByExternalId> {
  constructor(private readonly em: EntityManager) {}

  execute({ organizations, externalIds }: FindCustomersByExternalId): Promise<CustomerView[]> {
    const parameters = [organizations, externalIds];
    return readCustomers(this.em, { name: 'find-customers-by-external-id', sql: STATEMENT, parameters });
  }
}
