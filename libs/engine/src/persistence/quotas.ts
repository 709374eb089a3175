import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { noteQuota } from '#engine/tenancy';

/** `quotaOf` in SQL, of a column with the name of its table: in the subquery, one without would be that of the quotas. */
export const quotaIdOf = (organizationId: `${string}.${string}`): string =>
  `coalesce((select q.quota_id from platform.quotas q where q.organization_id = ${organizationId}), ${organizationId})`;

/** Stores with which organization each of these is counted: rows with the columns `organization_id` and `quota_id`. */
export async function setQuotas(em: EntityManager, counted: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly organization_id: string; readonly quota_id: string }>`
    insert into platform.quotas as q (organization_id, quota_id) ${counted}
    on conflict (organization_id) do update set quota_id = excluded.quota_id, changed_at = now() where q.quota_id <> excluded.quota_id
    returning organization_id, quota_id
  `.execute(em.getKysely());
  for (const { organization_id, quota_id } of rows) noteQuota(organization_id, quota_id);
}
