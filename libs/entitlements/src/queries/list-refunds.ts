import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { customerIdsFilter } from '#customer-portal/contract';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, readDb, type Sorting } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { REFUND_COLUMNS, toRefundView } from './refund-rows.ts';
import type { RefundView } from './refund.view.ts';

const COLUMNS = { created_at: 'created_at', amount: 'amount' } as const;
type Order = keyof typeof COLUMNS;
export const REFUND_ORDERS = Object.keys(COLUMNS) as Order[];

/** As in the index, which does not know what differs. */
const HAS_SUCCEEDED = sql<boolean>`status = 'succeeded'`;
const HAS_NOT_SUCCEEDED = sql<boolean>`status in ('failed', 'canceled')`;

/** Values of one filter are alternatives; different filters are combined with AND. */
interface RefundFilter {
  readonly id?: readonly string[];
  readonly organization_id?: readonly string[];
  readonly order_id?: readonly string[];
  readonly subscription_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly succeeded?: boolean;
}

export class ListRefunds extends Query<Page<RefundView>> {
  constructor(
    readonly access: Access,
    readonly filter: RefundFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListRefunds)
export class ListRefundsHandler implements IQueryHandler<ListRefunds> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, filter, sorting, paging }: ListRefunds): Promise<Page<RefundView>> {
    const organizations = access.narrow(filter.organization_id);
    const customers = await customerIdsFilter(this.queries, organizations, filter.customer_id, filter.external_customer_id);
    const matching = this.matching(organizations, { ...filter, customer_id: customers });
    const [rows, { total }] = await Promise.all([
      matching
        .select(REFUND_COLUMNS)
        .orderBy(orderByWithId(sorting, (key) => COLUMNS[key]))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toRefundView), total, paging);
  }

  private matching(organizations: readonly string[], filter: RefundFilter) {
    let some = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.refunds')
      .where(anyOf('organization_id', organizations));
    if (filter.succeeded !== undefined) some = some.where(filter.succeeded ? HAS_SUCCEEDED : HAS_NOT_SUCCEEDED);
    if (filter.id) some = some.where(anyOf('id', filter.id));
    if (filter.order_id) some = some.where(anyOf('order_id', filter.order_id));
    if (filter.subscription_id) some = some.where(anyOf('subscription_id', filter.subscription_id));
    if (filter.customer_id) some = some.where(anyOf('customer_id', filter.customer_id));
    return some;
  }
}
