import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { setQuotas } from '#engine/persistence';

/** Makes those who create organizations on the quota of this user take turns, until the transaction ends. */
const lockQuota = (em: EntityManager, quotaUserId: string): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`organizations/${quotaUserId}`]);

/** Locks the quota on which a user creates organizations. Returns the user whose quota it is. */
export async function lockQuotaOf(em: EntityManager, userId: string): Promise<string> {
  const read = 'select quota_user_id from organizations.user_quotas where user_id = ?';
  const [row] = await em.execute<{ quota_user_id: string }[]>(read, [userId]);
  const quotaUserId = row?.quota_user_id ?? userId;
  await lockQuota(em, quotaUserId);
  return quotaUserId;
}

/** Locks the quotas between which a user changes. */
export async function lockQuotasOf(em: EntityManager, userId: string): Promise<void> {
  const read = 'select distinct unnest(array[id, quota_user_id]) as id from organizations.users where id = ? order by id';
  for (const { id } of await em.execute<{ id: string | null }[]>(read, [userId])) if (id !== null) await lockQuota(em, id);
}

/** The number of organizations of a quota. */
export async function organizationsOf(em: EntityManager, quotaUserId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with sharing as (
      select q.user_id from organizations.users u join organizations.user_quotas q on q.user_id = u.id
      where (u.id = ${quotaUserId} or u.quota_user_id = ${quotaUserId}) and q.quota_user_id = ${quotaUserId}
    )
    select count(*)::int as number from (
      select id from organizations.organizations where creator_id in (select user_id from sharing)
      union
      select o.id from organizations.memberships m join organizations.organizations o on o.id = m.organization_id
      where m.user_id in (select user_id from sharing) and m.role = 'owner' and o.creator_id is null
    ) as counted
  `.execute(em.getKysely());
  return rows[0]!.number;
}

/**
 * Counts the organizations of each quota with its oldest one, but those of trusted users by themselves: of this user, and of all whose
 * quota has been that of the user.
 */
export const countTogether = (em: EntityManager, userId: string): Promise<void> =>
  setQuotas(
    em,
    sql`
      with quota_users as (
        select unnest(array[id, quota_user_id]) as id from organizations.users where id = ${userId}
      ), concerned as (
        select id from organizations.users where id in (select id from quota_users)
        union
        select id from organizations.users where quota_user_id in (select id from quota_users)
      )
      select o.id, case when q.is_trusted then o.id
        else first_value(o.id) over (partition by q.quota_user_id, q.is_trusted order by o.created_at, o.id) end
      from concerned c
      join organizations.user_quotas q on q.user_id = c.id
      join organizations.organizations o on o.creator_id = c.id
    `,
  );
