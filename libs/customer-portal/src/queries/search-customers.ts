import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { PartFinder, type SearchedTable } from '#engine/persistence';
import { type FoundCustomers, SearchCustomers } from '../contract/search-customers.ts';

/** The most customers found by each of their texts. */
const FOUND_CUSTOMERS = 25;

const CUSTOMERS: SearchedTable = {
  table: 'customer_portal.customers',
  where: 'deleted_at is null',
  age: 'created_at',
  unique: 'email',
  texts: {
    email: { value: 'email_key', trigrams: 'lower(email_key)', where: 'true' },
    name: { value: 'lower(name)', where: 'true' },
    external_id: { value: 'lower(external_id)', where: 'external_id is not null' },
  },
};

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  private readonly customers: PartFinder;

  constructor(em: EntityManager) {
    this.customers = new PartFinder(em, CUSTOMERS, FOUND_CUSTOMERS);
  }

  execute({ organizations, text }: SearchCustomers): Promise<FoundCustomers> {
    return this.customers.find(organizations, text);
  }
}
