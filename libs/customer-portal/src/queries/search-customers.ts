import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { readDb } from '#platform/persistence';
import { type FoundCustomers, SearchCustomers } from '../contract/search-customers.ts';

/** The most customers found by the address, and by the name. */
const FOUND_CUSTOMERS = 25;

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  constructor(private readonly em: EntityManager) {}

  /** In the order of addresses and names. One customer more than are returned shows that there are more. */
  async execute({ organizations, text }: SearchCustomers): Promise<FoundCustomers> {
    const start = text.toLowerCase();
    const beginning = (way: string, value: RawBuilder<unknown>) => sql`(
      select ${sql.lit(way)} as way, c.id from unnest(${organizations}::uuid[]) as o (id) cross join lateral (
        select id, ${value} as value from customer_portal.customers
        where organization_id = o.id and deleted_at is null and ${value} ~>=~ ${start} and ${value} ~<~ ${start + LAST}
        order by ${value} using ~<~ limit ${FOUND_CUSTOMERS + 1}
      ) as c order by c.value using ~<~ limit ${FOUND_CUSTOMERS + 1})`;
    const found = sql<{ readonly way: string; readonly id: string }>`
      ${beginning('email', sql`email_key`)} union all ${beginning('name', sql`lower(name)`)}`;
    const { rows } = await found.execute(readDb<object>(this.em));
    const ways = [...Map.groupBy(rows, ({ way }) => way).values()];
    return {
      ids: [...new Set(ways.flatMap((each) => each.slice(0, FOUND_CUSTOMERS).map(({ id }) => id)))],
      isComplete: ways.every(({ length }) => length <= FOUND_CUSTOMERS),
    };
  }
}
