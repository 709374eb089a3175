import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { BENEFIT_TYPES, type BenefitView } from '#catalog/views';
import { FindProducts } from '#catalog/contract';
import type { CustomerAccess } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, type Sorting } from '#engine/persistence';
import { GRANT_VIEW_COLUMNS } from './grant-columns.ts';
import type { PortalBenefitGrantView } from './portal-benefit-grant.view.ts';
import { PortalBenefitGrants } from './portal-benefit-grants.ts';

export const GRANTED_TYPES = BENEFIT_TYPES;

/** `product_benefit` is the position of the benefit in the purchased products. */
export const OWN_GRANT_ORDERS = ['granted_at', 'type', 'organization', 'product_benefit'] as const;
type Order = (typeof OWN_GRANT_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface PortalGrantFilter {
  /** A part of the benefit's description; case-insensitive. */
  readonly query?: string;
  readonly type?: readonly (typeof GRANTED_TYPES)[number][];
  readonly benefit_id?: readonly string[];
  /** No grant comes from a checkout, so this filter matches nothing. */
  readonly checkout_id?: readonly string[];
  readonly order_id?: readonly string[];
  readonly subscription_id?: readonly string[];
  readonly member_id?: readonly string[];
}

export class ListPortalBenefitGrants extends Query<Page<PortalBenefitGrantView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly filter: PortalGrantFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

type Ranks = ReadonlyMap<string, number>;

@QueryHandler(ListPortalBenefitGrants)
export class ListPortalBenefitGrantsHandler implements IQueryHandler<ListPortalBenefitGrants> {
  constructor(
    private readonly own: PortalBenefitGrants,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, filter, sorting, paging }: ListPortalBenefitGrants): Promise<Page<PortalBenefitGrantView>> {
    const grantedIds = await this.grantedIds(access);
    const benefits = (await this.own.benefits(grantedIds.benefits)).filter((benefit) => matches(benefit, filter));
    if (benefits.length === 0 || filter.checkout_id) return toPage([], 0, paging);

    let some = this.own.of(access).where(
      anyOf(
        'benefit_id',
        benefits.map(({ id }) => id),
      ),
    );
    if (filter.order_id) some = some.where(anyOf('order_id', filter.order_id));
    if (filter.subscription_id) some = some.where(anyOf('subscription_id', filter.subscription_id));
    if (filter.member_id) some = some.where(anyOf('member_id', filter.member_id));
    const order = orderBy(sorting, benefits, await this.ranksOf(grantedIds.products));
    const [rows, { total }] = await Promise.all([
      some.select(GRANT_VIEW_COLUMNS).orderBy(order).limit(paging.limit).offset(offsetOf(paging)).execute(),
      some.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await this.own.toViews(access, rows, benefits), total, paging);
  }

  /** The ids of the granted benefits and of the products they were purchased with. */
  private async grantedIds(access: CustomerAccess): Promise<{ benefits: string[]; products: string[] }> {
    const columns = ['benefit_id', 'subscription_id', 'order_id'] as const;
    const rows = await this.own.of(access).select(columns).distinct().execute();
    const each = (column: (typeof columns)[number]) => [...new Set(rows.flatMap((row) => row[column] ?? []))];
    const products = await Promise.all([
      this.own.productsOf('entitlements.subscriptions', access, each('subscription_id')),
      this.own.productsOf('entitlements.orders', access, each('order_id')),
    ]);
    return { benefits: each('benefit_id'), products: [...new Set(products.flat())] };
  }

  private async ranksOf(products: readonly string[]): Promise<Ranks> {
    const ranks = new Map<string, number>();
    for (const { benefitIds } of (await this.queries.execute(new FindProducts(products))).values()) {
      benefitIds.forEach((id, rank) => ranks.set(id, Math.min(rank, ranks.get(id) ?? rank)));
    }
    return ranks;
  }
}

const matches = ({ id, type, description }: BenefitView, filter: PortalGrantFilter): boolean =>
  (!filter.type || filter.type.includes(type)) &&
  (!filter.benefit_id || filter.benefit_id.includes(id)) &&
  (!filter.query || description.toLowerCase().includes(filter.query.toLowerCase()));

/**
 * Benefits and products are in another schema, so their sort values are passed as ranks. All grants belong to one organization, so
 * `organization` does not sort.
 */
function orderBy(sorting: Sorting<Order>, benefits: readonly BenefitView[], ranks: Ranks): RawBuilder<unknown> {
  const ids = benefits.map(({ id }) => id);
  const ranked = (rankOf: (benefit: BenefitView) => number): RawBuilder<unknown> =>
    sql`(${benefits.map(rankOf)}::int[])[array_position(${ids}::uuid[], benefit_id)]`;
  const types = benefits.map(({ type }) => type).sort();
  const columns: Record<Order, RawBuilder<unknown> | string | null> = {
    granted_at: 'granted_at',
    type: ranked(({ type }) => types.indexOf(type)),
    organization: null,
    product_benefit: ranked(({ id }) => ranks.get(id) ?? ranks.size),
  };
  return orderByWithId(sorting, (key) => columns[key]);
}
