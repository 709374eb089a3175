import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { RequestInvalid } from '#platform/http';
import { isUnknownZone } from '#engine/persistence';
import { UNKNOWN_TIME_ZONE } from '#support/days';
import { type Figures, type Need, noFigures } from './figures.ts';
import { METRIC_SLUGS, METRICS, type MetricDefinition, type MetricSlug, rounded } from './metric-catalogue.ts';
import { assertRange } from './metric-limits.ts';
import type { MetricsView, MetricValues } from './metrics.view.ts';
import { readFirstOrders, readSubscribers } from './customer-figures.ts';
import { readOrders } from './order-figures.ts';
import { type DateRange, intervalsOf, type MetricFilter, type Range } from './range.ts';
import { readRenewals } from './renewal-figures.ts';
import { FROM_ROWS, readableRollups } from './rollups.ts';
import { readSeats } from './seat-figures.ts';
import { readSubscriptions } from './subscription-figures.ts';
import { readUsage } from './usage-figures.ts';

export { BILLING_TYPES } from './range.ts';

export interface MetricsQuery extends DateRange, MetricFilter {
  /** All by default. */
  readonly metrics?: readonly MetricSlug[];
  /** The default currency of the organizations by default. */
  readonly currency?: string;
}

export class GetMetrics extends Query<MetricsView> {
  constructor(
    readonly access: Access,
    readonly query: MetricsQuery,
  ) {
    super();
  }
}

const ROLLED: readonly Need[] = ['orders', 'renewals', 'first orders', 'subscriptions', 'subscribers'];

@QueryHandler(GetMetrics)
export class GetMetricsHandler implements IQueryHandler<GetMetrics> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, query }: GetMetrics): Promise<MetricsView> {
    const { metrics: asked, currency, ...filter } = query;
    assertRange(query);
    const organizations = access.narrow(query.organization_id);
    const range: Range = {
      ...(await this.intervalsOf(query)),
      organizations,
      currency: currency ?? (await this.currencyOf(organizations)),
      filter,
    };
    const slugs = asked ? METRIC_SLUGS.filter((slug) => asked.includes(slug)) : METRIC_SLUGS;
    const { figures, all } = await this.read(range, new Set(slugs.flatMap((slug) => METRICS[slug].needs)));
    const definitions = slugs.map((slug) => [slug, METRICS[slug]] as const);
    const periods = figures.map((figure) => valuesOf(definitions, ({ of }) => of(figure)));
    return {
      periods: periods.map((values, index) => ({ timestamp: range.starts[index]!, ...values })),
      totals: valuesOf(definitions, ({ total }, slug) =>
        totalOf(
          total,
          periods.map((values) => values[slug]!),
          all,
        ),
      ),
      metrics: Object.fromEntries(definitions.map(([slug, { display_name, type }]) => [slug, { slug, display_name, type }])),
      currency: range.currency,
    };
  }

  private async read(range: Range, needs: ReadonlySet<Need>): Promise<{ figures: Figures[]; all: Figures }> {
    const fromRollups = ROLLED.some((need) => needs.has(need)) ? await readableRollups(this.em, range) : FROM_ROWS;
    const { em } = this;
    const [usage, ...ofPurchases] = await Promise.all([
      needs.has('users') || needs.has('costs') ? readUsage(em, range, needs) : { periods: [], all: {} },
      needs.has('orders') ? readOrders(em, range, needs, fromRollups.purchases) : [],
      needs.has('renewals') ? readRenewals(em, range, fromRollups.renewals) : [],
      needs.has('first orders') ? readFirstOrders(em, range, fromRollups.customers) : [],
      needs.has('subscriptions') ? readSubscriptions(em, range, fromRollups.purchases) : [],
      needs.has('subscribers') || needs.has('lost customers') ? readSubscribers(em, range, needs, fromRollups.customers) : [],
      needs.has('seats') ? readSeats(em, range, needs) : [],
    ]);
    const figures = range.starts.map((_, index) => {
      const figure = noFigures();
      for (const source of [...ofPurchases, usage.periods]) Object.assign(figure, source[index]);
      return figure;
    });
    const sum = (name: 'revenue' | 'netRevenue' | 'currencyOrders'): number =>
      figures.reduce((total, figure) => total + figure[name], 0);
    const ofOrders = { revenue: sum('revenue'), netRevenue: sum('netRevenue'), currencyOrders: sum('currencyOrders') };
    return { figures, all: { ...noFigures(), ...ofOrders, ...usage.all } };
  }

  /** Rejects time zones that the database does not know. */
  private async intervalsOf(range: DateRange): ReturnType<typeof intervalsOf> {
    try {
      return await intervalsOf(this.em, range);
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw new RequestInvalid([{ loc: ['query', 'timezone'], type: 'enum', msg: UNKNOWN_TIME_ZONE, input: range.timezone }]);
    }
  }

  /** Amounts of different currencies are never added up. */
  private async currencyOf(ids: readonly string[]): Promise<string> {
    const organizations = await this.queries.execute(new FindOrganizations(ids));
    const currencies = new Set([...organizations.values()].map(({ defaultPresentmentCurrency }) => defaultPresentmentCurrency));
    if (currencies.size <= 1) return [...currencies][0] ?? 'usd';
    const msg = 'The organizations have different currencies: choose one of them, or one organization.';
    throw new RequestInvalid([{ loc: ['query', 'currency'], type: 'missing', msg }]);
  }
}

type Definitions = readonly (readonly [MetricSlug, MetricDefinition])[];

const valuesOf = (definitions: Definitions, valueOf: (definition: MetricDefinition, slug: MetricSlug) => number): MetricValues =>
  Object.fromEntries(definitions.map(([slug, definition]) => [slug, rounded(valueOf(definition, slug))]));

function totalOf(total: MetricDefinition['total'], values: readonly number[], all: Figures): number {
  if (total === 'last') return values.at(-1) ?? 0;
  return total === 'sum' ? values.reduce((sum, value) => sum + value, 0) : total(all);
}
