import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { OrganizationState } from '../../domain/organization.ts';
import type { Role } from '../../domain/roles.ts';

/** What an organization knows of its members. */
type Memberships = Pick<OrganizationState, 'members' | 'credentialsEndedAt'>;

interface Row {
  readonly user_id: string;
  readonly role: Role;
  readonly credentials_ended_at: Date | null;
}

export async function readMemberships(em: EntityManager, organizationId: string): Promise<Memberships> {
  const { rows } = await sql<Row>`
    select user_id, role, credentials_ended_at from organizations.memberships where organization_id = ${organizationId}
  `.execute(em.getKysely());
  return {
    members: Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role])),
    credentialsEndedAt: Object.fromEntries(
      rows.flatMap(({ user_id, credentials_ended_at: at }) => (at === null ? [] : [[user_id, new Date(at)]])),
    ),
  };
}

/** Makes the stored members equal to those of the organization: deletes, inserts and updates rows. */
export async function writeMemberships(
  em: EntityManager,
  { id, members, credentialsEndedAt }: Readonly<OrganizationState>,
): Promise<void> {
  const [userIds, roles] = [Object.keys(members), Object.values(members)];
  const ended = userIds.map((userId) => credentialsEndedAt[userId] ?? null);
  await sql`
    delete from organizations.memberships where organization_id = ${id} and user_id <> all(${userIds}::uuid[])
  `.execute(em.getKysely());
  await sql`
    insert into organizations.memberships (organization_id, user_id, role, credentials_ended_at)
    select ${id}, * from unnest(${userIds}::uuid[], ${roles}::text[], ${ended}::timestamptz[])
    on conflict (organization_id, user_id) do update
    set role = excluded.role, credentials_ended_at = excluded.credentials_ended_at
  `.execute(em.getKysely());
}
