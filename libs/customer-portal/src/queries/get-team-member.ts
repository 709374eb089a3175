import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { TeamMemberView } from './member.view.ts';

/** A member of the caller's own team. */
export class GetTeamMember extends Query<TeamMemberView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetTeamMember)
export class GetTeamMemberHandler implements IQueryHandler<GetTeamMember> {
  constructor(private readonly em: EntityManager) {}

  execute({ access: { organizationId, customerId }, id }: GetTeamMember): Promise<TeamMemberView> {
    return readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(['created_at', 'modified_at', 'id', 'email', 'name', 'role'])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(() => new ResourceNotFound());
  }
}
