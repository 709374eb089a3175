import type { EntityManager } from '@mikro-orm/postgresql';
import { pgPool } from '#platform/persistence';

const STATEMENT = `
  with recursive chain (id, at, next) as (
    select id, id, merged_into from customer_portal.customers where id = any($1::uuid[])
    union all
    select chain.id, c.id, c.merged_into from chain join customer_portal.customers c on c.id = chain.next
  )
  select id, at as "end" from chain where next is null`;

/** The customers at the ends of chains of mergers, by the ids of the customers where the chains begin. A chain has no cycle. */
export async function endsOfMergers(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const pool = await pgPool(em);
  const { rows } = await pool.query<{ id: string; end: string }>({
    name: 'ends-of-mergers',
    text: STATEMENT,
    values: [ids],
  });
  return new Map(rows.map(({ id, end }) => [id, end]));
}
