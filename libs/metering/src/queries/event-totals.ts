import { type Kysely, type RawBuilder, sql } from 'kysely';
import { anyOf } from '#engine/persistence';
import { countedTo, isNotCounted } from './counted-events.ts';
import type { EventFilter } from './event-conditions.ts';
import { occurrencesFor } from './event-occurrences.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';

type Total = RawBuilder<{ total: string }>;

const BY_NAME = new Set(['organization_id', 'name', 'source', 'customer_id', 'external_customer_id', 'depth']);
const BY_TIME = new Set(['organization_id', 'start_timestamp', 'end_timestamp']);

const hasOnly = (filter: EventFilter, known: ReadonlySet<string>): boolean =>
  Object.entries(filter).every(([key, value]) => value === undefined || known.has(key));

/** The total of a list of events from stored counts; undefined if a filter needs the events to be counted. */
export async function storedTotal(
  db: Kysely<object>,
  access: EventAccess,
  organizations: readonly string[],
  filter: EventFilter,
): Promise<Total | undefined> {
  if (hasOnly(filter, BY_NAME) && !filter.depth) return totalByName(db, access, organizations, filter);
  if (hasOnly(filter, BY_TIME) && shownTo(access, 'e', organizations).length === 0)
    return totalByTime(organizations, filter, await countedTo(db));
  return undefined;
}

async function totalByName(
  db: Kysely<object>,
  access: EventAccess,
  organizations: readonly string[],
  { name, source, depth, ...ofWhom }: EventFilter,
): Promise<Total> {
  const occurrences = await occurrencesFor(db, access, organizations, { ...ofWhom, root_events: depth === 0 });
  return sql`select coalesce(sum(occurrences), 0)::text as total from (${occurrences}) as counts
    where ${name ? sql`name = any(${name}::text[])` : sql`true`} and ${source ? sql`source = any(${source}::text[])` : sql`true`}`;
}

const BUCKET_MS = 15 * 60_000;

/** Whole quarters of an hour are stored; the events of those at both ends, and those not counted yet, are counted. */
function totalByTime(
  organizations: readonly string[],
  { start_timestamp: start, end_timestamp: end }: EventFilter,
  counted: string,
): Total {
  const ofOrganization = anyOf('organization_id', organizations);
  const inRange = (from: Date | undefined, conditions: readonly RawBuilder<unknown>[]) => sql`
    select count(*) from metering.events e where ${sql.join([ofOrganization, ...since(from), ...conditions], sql` and `)}`;
  const upTo = end ? [sql`e.timestamp <= ${end.toISOString()}::timestamptz`] : [];
  const first = start && roundedTo(Math.ceil, start);
  const last = end && roundedTo(Math.floor, end);
  if (first && last && first >= last) return sql`select (${inRange(start, upTo)})::text as total`;
  const before = (time: Date | undefined) => (time ? [sql`e.timestamp < ${time.toISOString()}::timestamptz`] : []);
  const buckets = [
    ofOrganization,
    ...(first ? [sql`bucket >= ${first.toISOString()}::timestamptz`] : []),
    ...(last ? [sql`bucket < ${last.toISOString()}::timestamptz`] : []),
  ];
  const parts = [
    sql`(select coalesce(sum(occurrences), 0) from metering.event_counts_of_times where ${sql.join(buckets, sql` and `)})`,
    sql`(${inRange(first, [...before(last), isNotCounted(counted)])})`,
    ...(first ? [sql`(${inRange(start, before(first))})`] : []),
    ...(last ? [sql`(${inRange(last, upTo)})`] : []),
  ];
  return sql`select (${sql.join(parts, sql` + `)})::text as total`;
}

const roundedTo = (round: (number: number) => number, time: Date): Date =>
  new Date(round(time.getTime() / BUCKET_MS) * BUCKET_MS);

/** No event is ingested before it happens, so the condition on the arrival skips older partitions. */
const since = (from: Date | undefined): RawBuilder<unknown>[] =>
  from ? [sql`e.timestamp >= ${from.toISOString()}::timestamptz and e.ingested_at >= ${from.toISOString()}::timestamptz`] : [];
