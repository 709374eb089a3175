import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import { SEAT_FIGURES } from '#seats/contract';
import type { Figures, Need } from './figures.ts';
import { afterLast, at, intervalOf, presence, purchaseConditions, type Range, runningSums } from './range.ts';

type Sql = RawBuilder<unknown>;

interface Row {
  readonly kind: 'seat' | 'claimed' | 'customer' | 'new' | 'lost';
  readonly at: number;
  readonly change: number;
}

/** A seat exists from the interval in which it was assigned up to the one before it was revoked. */
export async function readSeats(em: EntityManager, range: Range, needs: ReadonlySet<Need>): Promise<Partial<Figures>[]> {
  const { customer_id, ...ofPurchase } = range.filter;
  const { rows } = await sql<Row>`
    with seats as materialized (
      select customer_id, ${intervalOf(range, 'created_at')} as first, coalesce(${intervalOf(range, 'revoked_at')}, ${afterLast(range)}) as last,
        ${intervalOf(range, 'claimed_at')} as claimed_in
      from ${sql.table(SEAT_FIGURES)} where organization_id = any(${range.organizations}::uuid[]) and created_at < ${at(range.end)}
        and ${customer_id ? sql`customer_id = any(${customer_id}::uuid[])` : sql`true`} and ${boughtBy({ ...range, filter: ofPurchase })}
    )
    select 'seat' as kind, at, sum(number)::float8 as change from seats, lateral (values (first, 1), (last, -1)) as changes (at, number) group by at
    union all
    select 'claimed', at, sum(number)::float8 from seats, lateral (values (greatest(first, claimed_in), 1), (last, -1)) as changes (at, number)
      where claimed_in < last group by at
    ${needs.has('seat customers') ? customers(range) : sql``}`.execute(readDb<object>(em));
  const changesOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const sums = (kind: Row['kind']): number[] => runningSums(changesOf(kind), range.starts.length);
  const numberOf = (kind: Row['kind'], interval: number): number =>
    changesOf(kind).find((row) => row.at === interval)?.change ?? 0;
  const [seats, claimed, present] = [sums('seat'), sums('claimed'), sums('customer')];
  return range.starts.map((_, index) => ({
    seats: seats[index]!,
    claimedSeats: claimed[index]!,
    seatCustomers: present[index]!,
    newSeatCustomers: numberOf('new', index + 1),
    lostSeatCustomers: numberOf('lost', index + 1),
  }));
}

/** Customers are new with their first seat, and lost with their last one. */
const customers = (range: Range): Sql => sql`
    union all
    (with present as (${presence(sql`select customer_id, first, last from seats where first < last`)}),
      bounds as (select min(first) as first, max(last) as last from present group by customer_id)
      select 'customer', at, sum(number)::float8 from present, lateral (values (first, 1), (last, -1)) as changes (at, number) group by at
      union all
      select 'new', first, count(*)::float8 from bounds where first > 0 group by first
      union all
      select 'lost', last, count(*)::float8 from bounds where last > 0 and last < ${afterLast(range)} group by last)`;

/** The condition on the purchase of a seat. */
function boughtBy(range: Range): Sql {
  const { product_id, billing_type, metadata } = range.filter;
  if (!product_id && !billing_type && !metadata) return sql`true`;
  return sql`(subscription_id in (select id from ${sql.table(PURCHASE_FIGURES.subscriptions)} where ${purchaseConditions(range, 'subscription')})
    or order_id in (select id from ${sql.table(PURCHASE_FIGURES.orders)} where ${purchaseConditions(range, 'order')}))`;
}
