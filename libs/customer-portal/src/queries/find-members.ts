import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf, readDb } from '#platform/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import { FindMembers, type MemberView } from '../contract/index.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';

@QueryHandler(FindMembers)
export class FindMembersHandler implements IQueryHandler<FindMembers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids, which }: FindMembers): Promise<ReadonlyMap<string, MemberView>> {
    const all = readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .where(anyOf('id', ids));
    const rows = await (which === 'not-deleted' ? all.where('deleted_at', 'is', null) : all).execute();
    return new Map(rows.map((row) => [row.id, row]));
  }
}
