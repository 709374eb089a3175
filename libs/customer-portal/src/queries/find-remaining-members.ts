import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import {
  FindRemainingMembers,
  IdentifyMember,
  type MemberIdentity,
  type RemainingMember,
} from '../contract/find-remaining-members.ts';

/** From each of the given members along the mergers of their customers. A chain has no cycle. */
const chainsOf = (ids: readonly string[]) => sql`
  with recursive chain (start, id, next) as (
    select id, id, merged_into from customer_portal.members where id = any(${ids}::uuid[])
    union all
    select chain.start, m.id, m.merged_into from chain join customer_portal.members m on m.id = chain.next
  )`;

@QueryHandler(FindRemainingMembers)
export class FindRemainingMembersHandler implements IQueryHandler<FindRemainingMembers> {
  /** One statement for all that are looked up at the same time. */
  private readonly members = new BatchLoader<RemainingMember>((ids) => this.read(ids), 'microtask');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindRemainingMembers): Promise<ReadonlyMap<string, RemainingMember>> {
    return this.members.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, RemainingMember>> {
    const { rows } = await sql<RemainingMember & { readonly start: string }>`
      ${chainsOf(ids)}
      select chain.start, m.id, m.organization_id, m.customer_id, c.deleted_at is not null as is_customer_deleted, m.email
      from chain join customer_portal.members m on m.id = chain.id join customer_portal.customers c on c.id = m.customer_id
      where chain.next is null and m.deleted_at is null`.execute(readDb<object>(this.em));
    return new Map(rows.map(({ start, ...member }) => [start, member]));
  }
}

@QueryHandler(IdentifyMember)
export class IdentifyMemberHandler implements IQueryHandler<IdentifyMember> {
  constructor(private readonly em: EntityManager) {}

  async execute({ id }: IdentifyMember): Promise<MemberIdentity> {
    const { rows } = await sql<{ readonly end_id: string; readonly id: string }>`
      ${chainsOf([id])},
      former (end_id, id) as (
        select id, id from chain where next is null
        union all
        select former.end_id, m.id from former join customer_portal.members m on m.merged_into = former.id
      )
      select end_id, id from former`.execute(readDb<object>(this.em));
    const end = rows[0]?.end_id ?? id;
    return { id: end, formerIds: rows.map((row) => row.id).filter((each) => each !== end) };
  }
}
