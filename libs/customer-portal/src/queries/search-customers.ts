import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { PartFinder, type SearchedTable } from '#engine/persistence';
import { type FoundCustomers, SearchCustomers } from '../contract/search-customers.ts';

/** The texts are those of `searched_customers`. */
export const CUSTOMERS: SearchedTable = {
  table: 'customer_portal.customers',
  where: 'deleted_at is null',
  age: 'created_at',
  unique: 'email_key',
  isFolded: true,
  texts: {
    email: { value: 'platform.folded(email_key)', where: 'true' },
    name: { value: 'platform.folded(name)', where: 'true' },
    external_id: { value: 'platform.folded(external_id)', where: 'external_id is not null' },
  },
};

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  private readonly customers: PartFinder;

  constructor(em: EntityManager) {
    this.customers = new PartFinder(em, CUSTOMERS);
  }

  execute({ organizations, text, most }: SearchCustomers): Promise<FoundCustomers> {
    return this.customers.find(organizations, text, most);
  }
}
