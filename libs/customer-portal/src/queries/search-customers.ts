import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { newestTagged, PartFinder, type SearchedTable } from '#engine/persistence';
import { tagIn } from '#support/tags';
import { CUSTOMER_TAGS } from '../adapters/persistence/sql/customer-tags.ts';
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

  constructor(private readonly em: EntityManager) {
    this.customers = new PartFinder(em, CUSTOMERS);
  }

  async execute({
    organizations,
    text,
    most,
    taggedIn,
  }: SearchCustomers): Promise<FoundCustomers & { readonly tagged: string[] }> {
    const tag = tagIn(text);
    const [found, tagged] = await Promise.all([
      this.customers.find(organizations, text, most),
      tag === undefined || taggedIn.length === 0 ? [] : newestTagged(this.em, CUSTOMER_TAGS, taggedIn, tag, most),
    ]);
    return { ...found, tagged };
  }
}
