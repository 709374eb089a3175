import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { OrganizationMemberView } from './organization-member.view.ts';

/** The members of an organization, by address. Throws `ResourceNotFound`. */
export class ListOrganizationMembers extends Query<Page<OrganizationMemberView>> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`. */
export class GetOrganizationMember extends Query<OrganizationMemberView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

const membersOf = (organizationId: string) => sql`
  from organizations.memberships m
  join organizations.users u on u.id = m.user_id
  where m.organization_id = ${organizationId}::uuid`;

const COLUMNS = sql`select m.user_id, u.email, m.role, u.blocked_at is not null as is_blocked`;

@QueryHandler(ListOrganizationMembers)
export class ListOrganizationMembersHandler implements IQueryHandler<ListOrganizationMembers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId, paging }: ListOrganizationMembers): Promise<Page<OrganizationMemberView>> {
    access.assertSees(organizationId);
    const db = readDb<object>(this.em);
    const [{ rows }, counted] = await Promise.all([
      sql<OrganizationMemberView>`${COLUMNS} ${membersOf(organizationId)}
        order by lower(u.email), u.id limit ${paging.limit} offset ${offsetOf(paging)}`.execute(db),
      sql<{ total: string }>`select count(*) as total ${membersOf(organizationId)}`.execute(db),
    ]);
    return toPage(rows, Number(counted.rows[0]!.total), paging);
  }
}

@QueryHandler(GetOrganizationMember)
export class GetOrganizationMemberHandler implements IQueryHandler<GetOrganizationMember> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId, userId }: GetOrganizationMember): Promise<OrganizationMemberView> {
    access.assertSees(organizationId);
    const { rows } =
      await sql<OrganizationMemberView>`${COLUMNS} ${membersOf(organizationId)} and u.id = ${userId}::uuid`.execute(
        readDb<object>(this.em),
      );
    if (!rows[0]) throw new ResourceNotFound();
    return rows[0];
  }
}
