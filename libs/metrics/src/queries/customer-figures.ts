import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { afterLast, at, BILLING_TYPES, intervalOf, presence, purchaseConditions, type Range, runningSums } from './range.ts';
import { rollupsOf } from './rollups.ts';

interface Row {
  readonly interval: number;
  readonly customers: number;
}

/** How many customers bought for the first time in each interval. */
export async function readFirstOrders(em: EntityManager, range: Range, fromRollups: boolean): Promise<Partial<Figures>[]> {
  const rows = fromRollups ? await rolledCustomers(em, range, firstOf(range), range.start) : await firstOrders(em, range);
  const byInterval = new Map(rows.map(({ interval, customers }) => [interval, customers]));
  return range.starts.map((_, index) => ({ newCustomers: byInterval.get(index + 1) ?? 0 }));
}

async function firstOrders(em: EntityManager, range: Range): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select ${intervalOf(range, 'purchased_at')} as interval, count(*)::float8 as customers from (
      select min(purchased_at) as purchased_at from ${sql.table(PURCHASE_FIGURES.orders)}
      where ${purchaseConditions(range, 'order')} and purchased_at < ${at(range.end)} group by organization_id, customer_id
    ) as first where purchased_at >= ${at(range.start)} group by 1`.execute(readDb<object>(em));
  return rows;
}

/** The kinds of sums with a first order of one of the billing types. */
function firstOf({ filter: { billing_type: types = BILLING_TYPES } }: Range): readonly string[] {
  const firsts = types.map((type) => `first ${type}`);
  return BILLING_TYPES.every((type) => types.includes(type)) ? firsts : [...firsts, ...types.map((type) => `later ${type}`)];
}

async function rolledCustomers(
  em: EntityManager,
  range: Range,
  kinds: readonly string[],
  from: Date | null,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select ${intervalOf(range, 'start')} as interval, sum(customers)::float8 as customers
    from ${rollupsOf(PURCHASE_FIGURES.customerRollups, range, from)} as rolled where kind = any(${kinds}::text[]) group by 1`.execute(
    readDb<object>(em),
  );
  return rows;
}

/** Customers with an active subscription, each once; they are lost when the last one is not active any more. No sum knows who is lost. */
export async function readSubscribers(
  em: EntityManager,
  range: Range,
  needs: ReadonlySet<Need>,
  fromRollups: boolean,
): Promise<Partial<Figures>[]> {
  if (fromRollups && !needs.has('lost customers')) return rolledSubscribers(em, range);
  const { rows } = await sql<{ readonly kind: 'present' | 'lost'; readonly at: number; readonly number: number }>`
    with subscriptions as (
      select customer_id, ${intervalOf(range, 'started_at')} as first, coalesce(${intervalOf(range, 'inactive_at')}, ${afterLast(range)}) as last
      from ${sql.table(PURCHASE_FIGURES.subscriptions)} where ${purchaseConditions(range, 'subscription')} and started_at < ${at(range.end)}
        and (ended_at is null or ended_at >= ${at(range.start)})
    ), present as (${presence(sql`select customer_id, first, last from subscriptions where first < last`)})
    select 'present' as kind, at, sum(number)::float8 as number
      from present, lateral (values (first, 1), (last, -1)) as changes (at, number) group by at
    union all
    select 'lost', last, count(*)::float8 from (select max(last) as last from present group by customer_id) as bounds
      where last > 0 and last < ${afterLast(range)} group by last`.execute(readDb<object>(em));
  const { present = [], lost = [] } = Object.groupBy(rows, ({ kind }) => kind);
  const subscribers = runningSums(
    present.map((row) => ({ at: row.at, change: row.number })),
    range.starts.length,
  );
  const lostIn = new Map(lost.map((row) => [row.at, row.number]));
  return range.starts.map((_, index) => ({ subscribers: subscribers[index]!, lostCustomers: lostIn.get(index + 1) ?? 0 }));
}

async function rolledSubscribers(em: EntityManager, range: Range): Promise<Partial<Figures>[]> {
  const { billing_type: types } = range.filter;
  const rows = !types || types.includes('recurring') ? await rolledCustomers(em, range, ['subscriber'], null) : [];
  const changes = rows.map(({ interval, customers }) => ({ at: interval, change: customers }));
  return runningSums(changes, range.starts.length).map((subscribers) => ({ subscribers }));
}
