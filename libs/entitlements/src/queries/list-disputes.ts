import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindCustomers } from '#customer-portal/contract';
import { type Access, Clock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, readDb, type Sorting } from '#platform/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import type { DisputeView } from './dispute.view.ts';

const COLUMNS = { created_at: 'created_at', amount: 'amount' } as const;
type Order = keyof typeof COLUMNS;
export const DISPUTE_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface DisputeFilter {
  readonly id?: readonly string[];
  readonly organization_id?: readonly string[];
  readonly order_id?: readonly string[];
  readonly status?: readonly string[];
}

export class ListDisputes extends Query<Page<DisputeView>> {
  constructor(
    readonly access: Access,
    readonly filter: DisputeFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListDisputes)
export class ListDisputesHandler implements IQueryHandler<ListDisputes> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, filter, sorting, paging }: ListDisputes): Promise<Page<DisputeView>> {
    const matching = this.matching(access.narrow(filter.organization_id), filter);
    const [rows, { total }] = await Promise.all([
      matching
        .select(['id', 'created_at', 'modified_at', 'status', 'amount', 'tax_amount', 'currency', 'reason'])
        .select(['evidence_due_by', 'order_id', 'payment_id', 'revoke_benefits', 'customer_id'])
        .orderBy(orderByWithId(sorting, (key) => COLUMNS[key]))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const customers = await this.queries.execute(new FindCustomers([...new Set(rows.map(({ customer_id }) => customer_id))]));
    const now = this.clock.now();
    const items = rows.map(({ customer_id, ...row }): DisputeView => {
      const resolved = row.status === 'won' || row.status === 'lost';
      return {
        ...row,
        resolved,
        closed: resolved || row.status === 'prevented',
        past_due: row.evidence_due_by !== null && row.evidence_due_by < now,
        case_id: null,
        customer: customers.get(customer_id)!,
      };
    });
    return toPage(items, total, paging);
  }

  private matching(organizations: readonly string[], filter: DisputeFilter) {
    let some = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.disputes')
      .where(anyOf('organization_id', organizations));
    if (filter.id) some = some.where(anyOf('id', filter.id));
    if (filter.order_id) some = some.where(anyOf('order_id', filter.order_id));
    if (filter.status) some = some.where(sql<boolean>`status = any(${filter.status})`);
    return some;
  }
}
