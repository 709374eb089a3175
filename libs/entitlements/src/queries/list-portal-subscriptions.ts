import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { CustomerAccess } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, type Sorting } from '#engine/persistence';
import type { PortalSubscriptionView } from './portal-subscription.view.ts';
import { PortalSubscriptions } from './portal-subscriptions.ts';
import { byProductName, productNamed } from './product-names.ts';
import { SUBSCRIPTION_COLUMNS } from './subscription-loader.ts';

export const OWN_SUBSCRIPTION_ORDERS = ['started_at', 'amount', 'status', 'organization', 'product'] as const;
type Order = (typeof OWN_SUBSCRIPTION_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface PortalSubscriptionFilter {
  readonly product_id?: readonly string[];
  readonly active?: boolean;
  /** A part of the name of the product; case-insensitive. */
  readonly query?: string;
}

export class ListPortalSubscriptions extends Query<Page<PortalSubscriptionView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly filter: PortalSubscriptionFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

const CURRENT = sql<boolean>`status in ('active', 'trialing')`;

@QueryHandler(ListPortalSubscriptions)
export class ListPortalSubscriptionsHandler implements IQueryHandler<ListPortalSubscriptions> {
  constructor(private readonly own: PortalSubscriptions) {}

  async execute({ access, filter, sorting, paging }: ListPortalSubscriptions): Promise<Page<PortalSubscriptionView>> {
    const visible = await this.own.visible(access);
    const readsNames = filter.query !== undefined || sorting.some((each) => each.endsWith('product'));
    const names = readsNames ? await this.own.productNames(visible) : [];

    let some = this.own.rows(visible);
    if (filter.product_id) some = some.where(anyOf('product_id', filter.product_id));
    if (filter.active !== undefined) some = some.where(filter.active ? CURRENT : sql<boolean>`not (${CURRENT})`);
    if (filter.query !== undefined) some = some.where(productNamed(names, filter.query));
    // All subscriptions belong to one organization, so `organization` does not sort.
    const order = orderByWithId(sorting, (key) =>
      key === 'product' ? byProductName(names) : key === 'organization' ? null : key,
    );
    const [rows, { total }] = await Promise.all([
      some.select(SUBSCRIPTION_COLUMNS).orderBy(order).limit(paging.limit).offset(offsetOf(paging)).execute(),
      some.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await this.own.toViews(access, rows), total, paging);
  }
}
