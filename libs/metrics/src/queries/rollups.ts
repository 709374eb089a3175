import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import { at, boundsOf, type Range } from './range.ts';

type Sql = RawBuilder<unknown>;

const QUARTER_MS = 900_000;
export const DAY_MS = 86_400_000;

/** Which figures are read from sums. */
export interface FromRollups {
  readonly purchases: boolean;
  readonly renewals: boolean;
  readonly customers: boolean;
}

export const FROM_ROWS: FromRollups = { purchases: false, renewals: false, customers: false };

/**
 * Which figures of purchases can be read from sums: those of one product or of all, in intervals that begin with a quarter of an hour.
 * Sums know no customers and no metadata, and those of several products have orders of several products more than once. Those of renewals
 * are of intervals of up to a month.
 */
export async function readableRollups(em: EntityManager, range: Range): Promise<FromRollups> {
  const { product_id, customer_id, metadata } = range.filter;
  if (customer_id || metadata || (product_id && product_id.length > 1)) return FROM_ROWS;
  if (!startsWithQuarters(range)) return FROM_ROWS;
  const isComplete = (list: string): Sql =>
    sql`not exists (select from ${sql.table(list)} where organization_id = any(${range.organizations}::uuid[]))`;
  const { rows } = await sql<FromRollups>`select purchases, purchases and renewals as renewals, customers from (
    select ${isComplete(PURCHASE_FIGURES.unrolledOrganizations)} as purchases,
      ${isComplete(PURCHASE_FIGURES.unrolledRenewals)} as renewals,
      ${isComplete(PURCHASE_FIGURES.unrolledCustomers)} as customers) as complete`.execute(readDb<object>(em));
  const { renewals, ...others } = rows[0]!;
  return { ...others, renewals: renewals && longestOf(range) <= PURCHASE_FIGURES.renewalReaches.at(-1)! * DAY_MS };
}

function longestOf(range: Range): number {
  const bounds = boundsOf(range);
  return Math.max(...bounds.slice(1).map((bound, index) => bound.getTime() - bounds[index]!.getTime()));
}

/**
 * The sums from a time, or from the beginning, to the end of the range: those of whole days, and of quarters of an hour on days in which an
 * interval begins or ends.
 */
export function rollupsOf(view: string, range: Range, from: Date | null): Sql {
  const own = sql`organization_id = any(${range.organizations}::uuid[])
    and product_id = ${range.filter.product_id?.[0] ?? PURCHASE_FIGURES.allProducts}::uuid and start < ${at(range.end)}
    and ${from ? sql`start >= ${at(from)}` : sql`true`}`;
  const days = sql`day <= ${dayOf(range.end)}::date and ${from ? sql`day >= ${dayOf(from)}::date` : sql`true`}`;
  const isDivided = sql`day = any(${dividedDays(range)}::date[])`;
  return sql`(
    select * from ${sql.table(view)} where ${own} and grain = 'day' and ${days} and not ${isDivided}
    union all
    select * from ${sql.table(view)} where ${own} and grain = 'quarter' and ${isDivided}
    union all
    select * from ${sql.table(view)} where ${own} and grain = 'change'
  )`;
}

/**
 * The sums whose two times may be in one interval of the range, in the same way: a row of whole days has both of its days whole, and one of
 * quarters of an hour has a time on a day in which an interval begins or ends.
 */
export function renewalRollupsOf(range: Range): Sql {
  const own = sql`organization_id = any(${range.organizations}::uuid[])
    and product_id = ${range.filter.product_id?.[0] ?? PURCHASE_FIGURES.allProducts}::uuid and reach = any(${reachesOf(range)}::smallint[])
    and since >= ${at(range.start)} and start < ${at(range.end)}`;
  const days = sql`day >= ${dayOf(range.start)}::date and day <= ${dayOf(range.end)}::date`;
  const isDivided = (day: 'day' | 'since_day'): Sql => sql`${sql.ref(day)} = any(${dividedDays(range)}::date[])`;
  const view = sql.table(PURCHASE_FIGURES.renewalRollups);
  return sql`(
    select * from ${view} where ${own} and grain = 'day' and ${days} and not ${isDivided('day')} and not ${isDivided('since_day')}
    union all
    select * from ${view} where ${own} and grain = 'quarter' and ${isDivided('day')}
    union all
    select * from ${view} where ${own} and grain = 'quarter' and since_day <> day and ${isDivided('since_day')} and not ${isDivided('day')}
    union all
    select * from ${view} where ${own} and grain = 'change'
  )`;
}

/** The reaches of times that may be in the longest interval. */
function reachesOf(range: Range): readonly number[] {
  const longest = longestOf(range);
  const reaches = PURCHASE_FIGURES.renewalReaches;
  return reaches.filter((_, index) => (index > 1 ? reaches[index - 1]! * DAY_MS < longest : true));
}

/** Whether all intervals begin and end with a quarter of an hour. */
export const startsWithQuarters = (range: Range): boolean => boundsOf(range).every((bound) => bound.getTime() % QUARTER_MS === 0);

/** The days in UTC in which an interval begins or ends. */
export const dividedDays = (range: Range): readonly string[] => [...new Set(boundsOf(range).filter(isWithinDay).map(dayOf))];

const isWithinDay = (time: Date): boolean => time.getTime() % DAY_MS !== 0;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
