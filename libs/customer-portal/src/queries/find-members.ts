import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb, RowLoader, BatchLoader } from '#engine/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import { FindMemberOfCustomer, FindMembers } from '../contract/index.ts';
import type { MemberView } from '../views/index.ts';
import {
  type MemberSelector,
  FindRemainingMembers,
  IdentifyMember,
  type MemberIdentity,
  type RemainingMember,
} from '../contract/members.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';
import { MembersById } from './members-by-id.ts';
import { sql } from 'kysely';

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

type Criterion = Exclude<MemberSelector, { readonly id: string } | { readonly role: 'owner' }>;

function criterion(by: Criterion): readonly ['external_id' | 'email_key', string] {
  return 'externalId' in by ? ['external_id', by.externalId] : ['email_key', by.email.toLowerCase()];
}

const OWNERS = {
  text: `select m.organization_id, ${MEMBER_COLUMNS.map((column) => `m.${column}`).join(', ')}
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, customer_id)
    join customer_portal.members m on m.organization_id = w.organization_id and m.customer_id = w.customer_id
      and m.role = 'owner' and m.deleted_at is null`,
  by: ['organization_id', 'customer_id'],
};

@QueryHandler(FindMemberOfCustomer)
export class FindMemberOfCustomerHandler implements IQueryHandler<FindMemberOfCustomer> {
  private readonly owners: RowLoader<MemberView & { readonly organization_id: string }>;

  constructor(
    private readonly em: EntityManager,
    private readonly members: MembersById,
  ) {
    this.owners = new RowLoader(em, OWNERS);
  }

  /** The owners of customers are read with every purchase, so concurrent reads of them share a statement. */
  async execute({ organizationId, customerId, by }: FindMemberOfCustomer): Promise<MemberView | null> {
    if ('id' in by) {
      const member = (await this.members.find([by.id])).get(by.id);
      const isOfCustomer = member?.organizationId === organizationId && member.view.customer_id === customerId;
      return isOfCustomer && !member.isDeleted ? member.view : null;
    }
    if ('role' in by) return this.ownerOf(organizationId, customerId);
    const [column, value] = criterion(by);
    const found = await readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(column, '=', value)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return found ?? null;
  }

  private async ownerOf(organizationId: string, customerId: string): Promise<MemberView | null> {
    const owner = await this.owners.read(organizationId, customerId);
    if (!owner) return null;
    const { organization_id: _organization, ...member } = owner;
    return member;
  }
}

@QueryHandler(FindMembers)
export class FindMembersHandler implements IQueryHandler<FindMembers> {
  constructor(private readonly members: MembersById) {}

  async execute({ ids, which }: FindMembers): Promise<ReadonlyMap<string, MemberView>> {
    const found = new Map<string, MemberView>();
    for (const [id, { view, isDeleted }] of await this.members.find(ids)) {
      if (which === 'all' || !isDeleted) found.set(id, view);
    }
    return found;
  }
}
