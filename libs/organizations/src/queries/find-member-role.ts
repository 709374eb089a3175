import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindMemberRole } from '../contract/index.ts';
import type { MemberRole } from '../contract/find-member-role.ts';

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
