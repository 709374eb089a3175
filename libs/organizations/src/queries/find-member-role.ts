import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindMemberRole } from '../contract/index.ts';
import { type MemberRole, FindTeamEmails } from '../contract/members.ts';

@QueryHandler(FindTeamEmails)
export class FindTeamEmailsHandler implements IQueryHandler<FindTeamEmails> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, roles }: FindTeamEmails): Promise<readonly string[]> {
    const { rows } = await sql<{ email: string }>`select u.email from organizations.memberships m
      join organizations.users u on u.id = m.user_id
      where m.organization_id = ${organizationId}::uuid and m.role = any(${roles}::text[]) and u.blocked_at is null order by u.email`.execute(
      readDb<object>(this.em),
    );
    return rows.map(({ email }) => email);
  }
}

@QueryHandler(FindMemberRole)
export class FindMemberRoleHandler implements IQueryHandler<FindMemberRole> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, userId }: FindMemberRole): Promise<MemberRole | null> {
    const { rows } = await sql<{ role: MemberRole }>`
      select role from organizations.memberships where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
    `.execute(readDb<object>(this.em));
    return rows[0]?.role ?? null;
  }
}
