import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ORDER_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { at, intervalOf, purchaseConditions, type Range } from './range.ts';

type Row = Record<
  | 'interval'
  | 'orders'
  | 'currency_orders'
  | 'revenue'
  | 'net'
  | 'one_time'
  | 'one_time_revenue'
  | 'one_time_net'
  | 'started_revenue'
  | 'started_net'
  | 'renewed'
  | 'renewed_revenue'
  | 'renewed_net',
  number
>;

/** Orders that were paid, by the time of the purchase. A refund reduces the net revenue of the time when the order was bought. */
export async function readOrders(em: EntityManager, range: Range, needs: ReadonlySet<Need>): Promise<Partial<Figures>[]> {
  const earliest = needs.has('earlier orders') ? sql`true` : sql`purchased_at >= ${at(range.start)}`;
  const first = needs.has('first orders') ? await firstOrders(em, range) : [];
  const { rows } = await sql<Row>`
    with paid as (
      select ${intervalOf(range, 'purchased_at')} as interval, ${intervalOf(range, 'subscription_started_at')} as started_in, subscription_id,
        currency = ${range.currency} as counts, amount::bigint as amount, (amount - refunded_amount)::bigint as net
      from ${sql.table(ORDER_FIGURES)} where ${purchaseConditions(range, 'order')} and ${earliest} and purchased_at < ${at(range.end)}
    )
    select interval, count(*)::float8 as orders, count(*) filter (where counts)::float8 as currency_orders,
      coalesce(sum(amount) filter (where counts), 0)::float8 as revenue, coalesce(sum(net) filter (where counts), 0)::float8 as net,
      count(*) filter (where subscription_id is null)::float8 as one_time,
      coalesce(sum(amount) filter (where counts and subscription_id is null), 0)::float8 as one_time_revenue,
      coalesce(sum(net) filter (where counts and subscription_id is null), 0)::float8 as one_time_net,
      coalesce(sum(amount) filter (where counts and started_in = interval), 0)::float8 as started_revenue,
      coalesce(sum(net) filter (where counts and started_in = interval), 0)::float8 as started_net,
      count(distinct subscription_id) filter (where interval > 0 and started_in <> interval)::float8 as renewed,
      coalesce(sum(amount) filter (where counts and started_in <> interval), 0)::float8 as renewed_revenue,
      coalesce(sum(net) filter (where counts and started_in <> interval), 0)::float8 as renewed_net
    from paid group by interval`.execute(readDb<object>(em));
  const byInterval = new Map(rows.map((row) => [row.interval, row]));
  let [revenue, net] = [byInterval.get(0)?.revenue ?? 0, byInterval.get(0)?.net ?? 0];
  return range.starts.map((_, index) => {
    const row = byInterval.get(index + 1);
    revenue += row?.revenue ?? 0;
    net += row?.net ?? 0;
    const newCustomers = first.find(({ interval }) => interval === index + 1)?.customers ?? 0;
    return { ...(row ? figuresOf(row) : {}), newCustomers, cumulativeRevenue: revenue, netCumulativeRevenue: net };
  });
}

/** How many customers bought for the first time in each interval. */
async function firstOrders(
  em: EntityManager,
  range: Range,
): Promise<{ readonly interval: number; readonly customers: number }[]> {
  const { rows } = await sql<{ readonly interval: number; readonly customers: number }>`
    select ${intervalOf(range, 'purchased_at')} as interval, count(*)::float8 as customers from (
      select min(purchased_at) as purchased_at from ${sql.table(ORDER_FIGURES)}
      where ${purchaseConditions(range, 'order')} and purchased_at < ${at(range.end)} group by organization_id, customer_id
    ) as first where purchased_at >= ${at(range.start)} group by 1`.execute(readDb<object>(em));
  return rows;
}

const figuresOf = (row: Row): Partial<Figures> => ({
  orders: row.orders,
  currencyOrders: row.currency_orders,
  revenue: row.revenue,
  netRevenue: row.net,
  oneTimeOrders: row.one_time,
  oneTimeRevenue: row.one_time_revenue,
  oneTimeNetRevenue: row.one_time_net,
  startedRevenue: row.started_revenue,
  startedNetRevenue: row.started_net,
  renewed: row.renewed,
  renewedRevenue: row.renewed_revenue,
  renewedNetRevenue: row.renewed_net,
});
