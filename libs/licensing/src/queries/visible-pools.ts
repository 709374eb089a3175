import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { KeyPoolTables } from '../adapters/persistence/key-pool.mapping.ts';

export const POOL_COLUMNS = [
  ...(['created_at', 'modified_at', 'id', 'organization_id', 'name', 'benefit_id', 'low_threshold'] as const),
  ...(['available', 'claimed'] as const),
] as const;

export const visiblePools = (em: EntityManager, organizations: readonly string[]) =>
  readDb<KeyPoolTables>(em).selectFrom('licensing.key_pools').where(anyOf('organization_id', organizations));

/** A column with the number of grants that wait for a key of the pool. */
export const waitingGrants = () =>
  sql<number>`(select count(*)::int from licensing.waiting_grants w
    where w.organization_id = key_pools.organization_id and w.pool_id = key_pools.id)`.as('waiting_grants');

/** The organization of a pool. Throws `ResourceNotFound`. */
export async function organizationOfPool(em: EntityManager, access: Access, id: string): Promise<string> {
  const row = await visiblePools(em, access.visible).select('organization_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new ResourceNotFound();
  return row.organization_id;
}
