import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, readDb } from '#platform/persistence';
import { SearchCustomers } from '../contract/search-customers.ts';

/** The most customers found by the address, and by the name. */
const FOUND_CUSTOMERS = 50;

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, text }: SearchCustomers): Promise<string[]> {
    const start = text.toLowerCase();
    const beginning = (value: RawBuilder<unknown>) => sql`(
      select id from customer_portal.customers
      where ${anyOf('organization_id', organizations)} and deleted_at is null
        and ${value} ~>=~ ${start} and ${value} ~<~ ${start + LAST}
      limit ${FOUND_CUSTOMERS})`;
    const found = sql<{ readonly id: string }>`${beginning(sql`email_key`)} union ${beginning(sql`lower(name)`)}`;
    const { rows } = await found.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}
