import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';

/** The organization with an invitation; null if there is none. */
export class OrganizationOfInvitation extends Query<string | null> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(OrganizationOfInvitation)
export class OrganizationOfInvitationHandler implements IQueryHandler<OrganizationOfInvitation> {
  constructor(private readonly em: EntityManager) {}

  async execute({ id }: OrganizationOfInvitation): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      select id from organizations.organizations where invitations @> jsonb_build_array(jsonb_build_object('id', ${id}::text))
    `.execute(readDb<object>(this.em));
    return rows[0]?.id ?? null;
  }
}

/** The ids of the organizations that a user belongs to; for operators. */
export class OrganizationsOfUser extends Query<string[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(OrganizationsOfUser)
export class OrganizationsOfUserHandler implements IQueryHandler<OrganizationsOfUser> {
  constructor(private readonly em: EntityManager) {}

  async execute({ userId }: OrganizationsOfUser): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select organization_id as id from organizations.memberships where user_id = ${userId}::uuid order by 1
    `.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}
