import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Organization } from '../../domain/organization.ts';
import type { Members, Role } from '../../domain/roles.ts';

export async function readMembers(em: EntityManager, organizationId: string): Promise<Members> {
  const { rows } = await sql<{ user_id: string; role: Role }>`
    select user_id, role from organizations.memberships where organization_id = ${organizationId}
  `.execute(em.getKysely());
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

/** Makes the stored members equal to those of the organization: deletes, inserts and updates rows. */
export async function writeMembers(em: EntityManager, { id, members }: Organization): Promise<void> {
  const [userIds, roles] = [Object.keys(members), Object.values(members)];
  await sql`
    delete from organizations.memberships where organization_id = ${id} and user_id <> all(${userIds}::uuid[])
  `.execute(em.getKysely());
  await sql`
    insert into organizations.memberships (organization_id, user_id, role)
    select ${id}, * from unnest(${userIds}::uuid[], ${roles}::text[])
    on conflict (organization_id, user_id) do update set role = excluded.role
  `.execute(em.getKysely());
}
