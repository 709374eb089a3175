import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, NotPermitted } from '#kernel';
import { offsetOf, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import { FindCustomers } from '../contract/index.ts';
import type { TeamMemberPageView, TeamMemberView } from './member.view.ts';

const COLUMNS = ['created_at', 'modified_at', 'id', 'email', 'name', 'role'] as const satisfies readonly (keyof TeamMemberView)[];

/** The members of the caller's own team, oldest first. */
export class ListOwnTeam extends Query<TeamMemberPageView> {
  constructor(
    readonly access: CustomerAccess,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListOwnTeam)
export class ListOwnTeamHandler implements IQueryHandler<ListOwnTeam> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access: { organizationId, customerId }, paging }: ListOwnTeam): Promise<TeamMemberPageView> {
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (customer?.type !== 'team') throw new NotPermitted('Members are managed by team customers only.');
    const members = readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null);
    const [items, { total }] = await Promise.all([
      members.select(COLUMNS).orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute(),
      members.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(items, total, paging);
  }
}
