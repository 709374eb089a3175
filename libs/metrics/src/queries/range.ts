import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import { beginningOf, type Interval, intervalStarts, metadataMatches, readDb } from '#engine/persistence';

type Sql = RawBuilder<unknown>;

export const BILLING_TYPES = ['one_time', 'recurring'] as const;

export interface MetricFilter {
  readonly organization_id?: readonly string[];
  readonly product_id?: readonly string[];
  readonly billing_type?: readonly (typeof BILLING_TYPES)[number][];
  readonly customer_id?: readonly string[];
  readonly metadata?: MetadataFilter;
}

export interface DateRange {
  readonly start_date: string;
  /** Included. */
  readonly end_date: string;
  readonly interval: Interval;
  readonly timezone: string;
}

/** A range of time, divided into intervals, and whose figures are asked for. */
export interface Range {
  readonly organizations: readonly string[];
  /** The starts of the intervals in the calendar. The first one may be before the range. */
  readonly starts: readonly Date[];
  readonly start: Date;
  /** Not included. */
  readonly end: Date;
  readonly currency: string;
  readonly filter: MetricFilter;
}

interface Moment {
  readonly kind: 'interval' | 'range';
  readonly start: number;
  readonly end: number | null;
}

const seconds = (time: string): Sql => sql`extract(epoch from ${sql.ref(time)})::float8`;

/** The intervals of a range of days. Throws an error of the database if it does not know the time zone. */
export async function intervalsOf(em: EntityManager, { start_date, end_date, interval, timezone }: DateRange) {
  const { rows } = await sql<Moment>`
    with bounds as materialized (
      select ${beginningOf(sql`${start_date}::date::timestamp`, timezone)} as range_start,
        ${beginningOf(sql`(${end_date}::date + 1)::timestamp`, timezone)} as range_end
    ),
    interval_starts as materialized (${intervalStarts(
      sql`(select range_start from bounds)`,
      sql`(select range_end from bounds)`,
      interval,
      timezone,
    )})
    select 'range' as kind, ${seconds('range_start')} as start, ${seconds('range_end')} as "end" from bounds
    union all
    select distinct 'interval', ${seconds('s.start')}, null::float8 from interval_starts s, bounds where s.start < range_end
      and s.start >= (select max(i.start) from interval_starts i where i.start <= range_start)
    order by 1, 2`.execute(readDb<object>(em));
  const range = rows.find(({ kind }) => kind === 'range')!;
  return {
    starts: rows.filter(({ kind }) => kind === 'interval').map(({ start }) => new Date(start * 1000)),
    start: new Date(range.start * 1000),
    end: new Date(range.end! * 1000),
  };
}

export const at = (time: Date): Sql => sql`${time.toISOString()}::timestamptz`;

/** The times at which an interval of the range begins or ends. */
export const boundsOf = ({ starts, start, end }: Range): readonly Date[] => [start, ...starts.slice(1), end];

/** The interval of a time, from 1. Earlier times are in 0, and later ones in the one after the last. */
export const intervalOf = (range: Range, time: string): Sql =>
  sql`width_bucket(${sql.ref(time)}, ${boundsOf(range).map((bound) => bound.toISOString())}::timestamptz[])`;

/** The number of the interval after the last one. */
export const afterLast = ({ starts }: Range): number => starts.length + 1;

const isProduct = (ids: readonly string[], further: boolean): Sql =>
  further
    ? sql`(product_id = any(${ids}::uuid[]) or further_product_ids ?| ${ids}::text[])`
    : sql`product_id = any(${ids}::uuid[])`;

/** The conditions on a purchase: its organization, product, customer and metadata. */
export function purchaseConditions({ organizations, filter }: Range, kind: 'order' | 'subscription'): Sql {
  const { product_id, customer_id, metadata } = filter;
  return sql.join(
    [
      sql`organization_id = any(${organizations}::uuid[])`,
      ...(product_id ? [isProduct(product_id, kind === 'order')] : []),
      ...(customer_id ? [sql`customer_id = any(${customer_id}::uuid[])`] : []),
      ...(metadata ? [metadataMatches(metadata)] : []),
      billingCondition(filter, kind),
    ],
    sql` and `,
  );
}

/** A one-time purchase is an order that does not pay for a subscription. */
function billingCondition({ billing_type: types }: MetricFilter, kind: 'order' | 'subscription'): Sql {
  if (!types || BILLING_TYPES.every((type) => types.includes(type))) return sql`true`;
  if (kind === 'subscription') return types.includes('recurring') ? sql`true` : sql`false`;
  return types.includes('recurring') ? sql`subscription_id is not null` : sql`subscription_id is null`;
}

/**
 * The times from `first` to `last` (not included) in which a customer has at least one row of `source`, which has `customer_id`,
 * `first` and `last`: rows that touch are joined.
 */
export const presence = (source: Sql): Sql => sql`
  select customer_id, min(first) as first, max(last) as last from (
    select customer_id, first, last, sum(begins) over (partition by customer_id order by first, last) as part from (
      select customer_id, first, last, case when first <= max(last) over (
        partition by customer_id order by first, last rows between unbounded preceding and 1 preceding
      ) then 0 else 1 end as begins from (${source}) as rows
    ) as marked
  ) as parts group by customer_id, part`;

/** Adds up changes: the value of each interval is the sum of all changes up to it. */
export function runningSums(changes: readonly { readonly at: number; readonly change: number }[], intervals: number): number[] {
  const sums = Array<number>(intervals + 1).fill(0);
  for (const { at: interval, change } of changes) if (interval <= intervals) sums[interval]! += change;
  for (let interval = 1; interval <= intervals; interval++) sums[interval]! += sums[interval - 1]!;
  return sums.slice(1);
}
