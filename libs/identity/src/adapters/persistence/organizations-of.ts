import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_ACCESS } from '#organizations/contract';

/** The ids of the organizations of a user who is not blocked. */
export async function organizationsOf(em: EntityManager, userId: string): Promise<string[]> {
  const statement = `select memberships from ${USER_ACCESS} where user_id = ?`;
  const [row] = await em.fork().execute<{ memberships: { organizationId: string }[] | null }[]>(statement, [userId]);
  return (row?.memberships ?? []).map(({ organizationId }) => organizationId);
}
