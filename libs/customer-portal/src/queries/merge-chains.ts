import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';

/** The customers at the ends of chains of mergers, by the ids of the customers where the chains begin. A chain has no cycle. */
export async function endsOfMergers(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ readonly id: string; readonly end: string }>`
    with recursive chain (id, at, next) as (
      select id, id, merged_into from customer_portal.customers where id = any(${ids}::uuid[])
      union all
      select chain.id, c.id, c.merged_into from chain join customer_portal.customers c on c.id = chain.next
    )
    select id, at as "end" from chain where next is null`.execute(readDb<object>(em));
  return new Map(rows.map(({ id, end }) => [id, end]));
}
