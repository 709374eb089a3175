import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures } from './figures.ts';
import { at, intervalOf, purchaseConditions, type Range } from './range.ts';
import { renewalRollupsOf, rollupsOf } from './rollups.ts';

type Row = Record<'interval' | 'started_revenue' | 'started_net' | 'renewed' | 'renewed_revenue' | 'renewed_net', number>;

/** Orders of subscriptions, apart by whether the subscription started in the interval of the order. */
export async function readRenewals(em: EntityManager, range: Range, fromRollups: boolean): Promise<Partial<Figures>[]> {
  const { billing_type: types } = range.filter;
  if (types && !types.includes('recurring')) return range.starts.map(() => ({}));
  const { rows } = await (fromRollups ? ofRollups(range) : ofRows(range)).execute(readDb<object>(em));
  const byInterval = new Map(rows.map((row) => [row.interval, row]));
  return range.starts.map((_, index) => {
    const row = byInterval.get(index + 1);
    if (!row) return {};
    return {
      startedRevenue: row.started_revenue,
      startedNetRevenue: row.started_net,
      renewed: row.renewed,
      renewedRevenue: row.renewed_revenue,
      renewedNetRevenue: row.renewed_net,
    };
  });
}

/** What is not of subscriptions that started in the interval is of renewed ones, and all but one of the orders of each are repeated. */
const ofRollups = (range: Range): RawBuilder<Row> => sql<Row>`
  with paid as (
    select ${intervalOf(range, 'start')} as interval, sum(orders) as orders, sum(amount) filter (where currency = ${range.currency}) as amount,
      sum(net_amount) filter (where currency = ${range.currency}) as net
    from ${rollupsOf(PURCHASE_FIGURES.orderRollups, range, range.start)} as rolled where is_recurring group by 1
  ), started as (
    select ${intervalOf(range, 'start')} as interval, sum(amount) filter (where currency = ${range.currency}) as amount,
      sum(net_amount) filter (where currency = ${range.currency}) as net, sum(repeated) as repeated
    from ${renewalRollupsOf(range)} as rolled where ${intervalOf(range, 'since')} = ${intervalOf(range, 'start')} group by 1
  )
  select interval, coalesce(s.amount, 0)::float8 as started_revenue, coalesce(s.net, 0)::float8 as started_net,
    (p.orders - coalesce(s.repeated, 0))::float8 as renewed,
    (coalesce(p.amount, 0) - coalesce(s.amount, 0))::float8 as renewed_revenue,
    (coalesce(p.net, 0) - coalesce(s.net, 0))::float8 as renewed_net
  from paid p left join started s using (interval)`;

const ofRows = (range: Range): RawBuilder<Row> => sql<Row>`
  with paid as (
    select ${intervalOf(range, 'purchased_at')} as interval, ${intervalOf(range, 'subscription_started_at')} as started_in, subscription_id,
      currency = ${range.currency} as counts, amount::bigint as amount, (amount - refunded_amount)::bigint as net
    from ${sql.table(PURCHASE_FIGURES.orders)} where ${purchaseConditions(range, 'order')} and subscription_id is not null
      and purchased_at >= ${at(range.start)} and purchased_at < ${at(range.end)}
  )
  select interval, coalesce(sum(amount) filter (where counts and started_in = interval), 0)::float8 as started_revenue,
    coalesce(sum(net) filter (where counts and started_in = interval), 0)::float8 as started_net,
    count(distinct subscription_id) filter (where started_in <> interval)::float8 as renewed,
    coalesce(sum(amount) filter (where counts and started_in <> interval), 0)::float8 as renewed_revenue,
    coalesce(sum(net) filter (where counts and started_in <> interval), 0)::float8 as renewed_net
  from paid group by interval`;
