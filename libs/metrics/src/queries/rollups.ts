import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PURCHASE_FIGURES } from '#entitlements/contract';
import { readDb } from '#engine/persistence';
import { at, boundsOf, type Range } from './range.ts';

type Sql = RawBuilder<unknown>;

const QUARTER_MS = 900_000;
export const DAY_MS = 86_400_000;

/**
 * Whether the figures of purchases can be read from sums: those of one product or of all, in intervals that begin with a quarter of an hour.
 * Sums know no customers and no metadata, and those of several products have orders of several products more than once.
 */
export async function canReadRollups(em: EntityManager, range: Range): Promise<boolean> {
  const { product_id, customer_id, metadata } = range.filter;
  if (customer_id || metadata || (product_id && product_id.length > 1)) return false;
  if (!startsWithQuarters(range)) return false;
  const { rows } = await sql`select organization_id from ${sql.table(PURCHASE_FIGURES.unrolledOrganizations)}
    where organization_id = any(${range.organizations}::uuid[]) limit 1`.execute(readDb<object>(em));
  return rows.length === 0;
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

/** Whether all intervals begin and end with a quarter of an hour. */
export const startsWithQuarters = (range: Range): boolean => boundsOf(range).every((bound) => bound.getTime() % QUARTER_MS === 0);

/** The days in UTC in which an interval begins or ends. */
export const dividedDays = (range: Range): readonly string[] => [...new Set(boundsOf(range).filter(isWithinDay).map(dayOf))];

const isWithinDay = (time: Date): boolean => time.getTime() % DAY_MS !== 0;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
