import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { containing, hasTrigram, readDb } from '#platform/persistence';
import { type FoundCustomers, SearchCustomers } from '../contract/search-customers.ts';

/** The most customers found by the address, and by the name. */
const FOUND_CUSTOMERS = 25;

/** Sorts after all texts that begin with what comes before it. */
const LAST = '\u{10FFFF}';

@QueryHandler(SearchCustomers)
export class SearchCustomersHandler implements IQueryHandler<SearchCustomers> {
  constructor(private readonly em: EntityManager) {}

  /**
   * In the order of addresses and names. One customer more than are returned shows that there are more. The planner reads in that order
   * until it has enough, or looks up the trigrams of a text that few customers have.
   */
  async execute({ organizations, text }: SearchCustomers): Promise<FoundCustomers> {
    const searched = text.toLowerCase();
    const matches = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
      hasTrigram(searched)
        ? sql`${value} like ${containing(searched)}`
        : sql`${value} ~>=~ ${searched} and ${value} ~<~ ${searched + LAST}`;
    const some = (organization: RawBuilder<unknown>, value: RawBuilder<unknown>) => sql`
      select id, ${value} as value from customer_portal.customers
      where organization_id = ${organization} and deleted_at is null and ${matches(value)}
      order by ${value} using ~<~ limit ${FOUND_CUSTOMERS + 1}`;
    const inOrder = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
      organizations.length === 1
        ? some(sql`${organizations[0]}`, value)
        : sql`select c.* from unnest(${organizations}::uuid[]) as o (id) cross join lateral (${some(sql`o.id`, value)}) as c
            order by c.value using ~<~ limit ${FOUND_CUSTOMERS + 1}`;
    const way = (name: string, value: RawBuilder<unknown>) =>
      sql`(select ${sql.lit(name)} as way, f.id from (${inOrder(value)}) as f)`;
    const found = sql<{ readonly way: string; readonly id: string }>`
      ${way('email', sql`email_key`)} union all ${way('name', sql`lower(name)`)}`;
    const { rows } = await found.execute(readDb<object>(this.em));
    const ways = [...Map.groupBy(rows, (row) => row.way).values()];
    return {
      ids: [...new Set(ways.flatMap((each) => each.slice(0, FOUND_CUSTOMERS).map(({ id }) => id)))],
      isComplete: ways.every(({ length }) => length <= FOUND_CUSTOMERS),
    };
  }
}
