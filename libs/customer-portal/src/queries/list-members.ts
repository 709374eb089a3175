import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, type MemberRole, ResourceNotFound } from '#kernel';
import { offsetOf, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, readDb, type Sorting } from '#engine/persistence';
import { type Issue, uuid4 } from '#platform/wire';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';
import type { MemberPageView } from './member.view.ts';

export const MEMBER_ORDERS = ['created_at'] as const;
type Order = (typeof MEMBER_ORDERS)[number];

interface MemberFilter {
  readonly customer_id?: string;
  readonly external_customer_id?: string;
  readonly role?: MemberRole;
}

export class ListMembers extends Query<MemberPageView> {
  constructor(
    readonly access: Access,
    readonly filter: MemberFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

const id = uuid4();

/** The reference API answers 404, not 422, for an id that is not a UUID. */
function assertCustomerId(text: string): void {
  const issues: Issue[] = [];
  id.read(text, issues);
  if (issues.length > 0) throw new ResourceNotFound();
}

@QueryHandler(ListMembers)
export class ListMembersHandler implements IQueryHandler<ListMembers> {
  constructor(private readonly em: EntityManager) {}

  /** Only the last sort criterion counts: there is one sort key. */
  async execute({ access, filter, sorting, paging }: ListMembers): Promise<MemberPageView> {
    if (filter.customer_id !== undefined) assertCustomerId(filter.customer_id);
    const { customer_id, external_customer_id, role } = filter;
    const matching = readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .where(anyOf('organization_id', access.visible))
      .where('deleted_at', 'is', null)
      .$if(customer_id !== undefined, (query) => query.where('customer_id', '=', customer_id!))
      .$if(external_customer_id !== undefined, (query) =>
        query.where(
          sql<boolean>`customer_id in (select id from customer_portal.customers
            where ${anyOf('organization_id', access.visible)} and external_id = ${external_customer_id} and deleted_at is null)`,
        ),
      )
      .$if(role !== undefined, (query) => query.where('role', '=', role!));
    const [items, { total }] = await Promise.all([
      matching
        .select(MEMBER_COLUMNS)
        .orderBy(orderByWithId(sorting.slice(-1)))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(items, total, paging);
  }
}
