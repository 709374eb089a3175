import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { at, intervalOf, purchaseConditions, type Range } from './range.ts';
import { rollupsOf } from './rollups.ts';

type Row = Record<
  'interval' | 'orders' | 'currency_orders' | 'revenue' | 'net' | 'one_time' | 'one_time_revenue' | 'one_time_net',
  number
>;

/** Orders that were paid, by the time of the purchase. A refund reduces the net revenue of the time when the order was bought. */
export async function readOrders(
  em: EntityManager,
  range: Range,
  needs: ReadonlySet<Need>,
  fromRollups: boolean,
): Promise<Partial<Figures>[]> {
  const from = needs.has('earlier orders') ? null : range.start;
  const { rows } = await sql<Row>`
    with paid as (
      select ${intervalOf(range, 'start')} as interval, is_recurring, currency = ${range.currency} as counts, orders, amount, net_amount as net
      from ${fromRollups ? rolledOrders(range, from) : orderRows(range, from)} as source
    )
    select interval, coalesce(sum(orders), 0)::float8 as orders, coalesce(sum(orders) filter (where counts), 0)::float8 as currency_orders,
      coalesce(sum(amount) filter (where counts), 0)::float8 as revenue, coalesce(sum(net) filter (where counts), 0)::float8 as net,
      coalesce(sum(orders) filter (where not is_recurring), 0)::float8 as one_time,
      coalesce(sum(amount) filter (where counts and not is_recurring), 0)::float8 as one_time_revenue,
      coalesce(sum(net) filter (where counts and not is_recurring), 0)::float8 as one_time_net
    from paid group by interval`.execute(readDb<object>(em));
  const byInterval = new Map(rows.map((row) => [row.interval, row]));
  let [revenue, net] = [byInterval.get(0)?.revenue ?? 0, byInterval.get(0)?.net ?? 0];
  return range.starts.map((_, index) => {
    const row = byInterval.get(index + 1);
    revenue += row?.revenue ?? 0;
    net += row?.net ?? 0;
    return { ...(row ? figuresOf(row) : {}), cumulativeRevenue: revenue, netCumulativeRevenue: net };
  });
}

function rolledOrders(range: Range, from: Date | null): RawBuilder<unknown> {
  const types = range.filter.billing_type;
  const ofTypes = types ? sql`case when is_recurring then 'recurring' else 'one_time' end = any(${types}::text[])` : sql`true`;
  return sql`(select * from ${rollupsOf(PURCHASE_FIGURES.orderRollups, range, from)} as rolled where ${ofTypes})`;
}

/** Every order as a sum of its own. */
const orderRows = (range: Range, from: Date | null): RawBuilder<unknown> => sql`(
  select purchased_at as start, currency, subscription_id is not null as is_recurring, 1 as orders, amount::bigint as amount,
    (amount - refunded_amount)::bigint as net_amount
  from ${sql.table(PURCHASE_FIGURES.orders)} where ${purchaseConditions(range, 'order')} and purchased_at < ${at(range.end)}
    and ${from ? sql`purchased_at >= ${at(from)}` : sql`true`}
)`;

const figuresOf = (row: Row): Partial<Figures> => ({
  orders: row.orders,
  currencyOrders: row.currency_orders,
  revenue: row.revenue,
  netRevenue: row.net,
  oneTimeOrders: row.one_time,
  oneTimeRevenue: row.one_time_revenue,
  oneTimeNetRevenue: row.one_time_net,
});
