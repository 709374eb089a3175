import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ACTIVE_USERS, COST_FIGURES, COST_ROLLUPS, USAGE_FIGURES, USAGE_SUMMING } from '#metering/contract';
import { metadataMatches, readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { at, intervalOf, type Range } from './range.ts';
import { DAY_MS, dayOf, dividedDays, startsWithQuarters } from './rollups.ts';

type Sql = RawBuilder<unknown>;

interface UsageFigures {
  readonly periods: readonly Partial<Figures>[];
  /** The figures of the whole range. */
  readonly all: Partial<Figures>;
}

/** The figures of intervals, by their numbers; null is the whole range, and 0 what was before it. */
type Numbers = ReadonlyMap<number | null, number>;

/** Costs of events are in this currency. */
const CURRENCY_OF_COSTS = 'usd';

/**
 * Ingested events, by their time. They belong to no product. The users of the range are those of all intervals, each once. Sums know no
 * customers and no metadata.
 */
export async function readUsage(em: EntityManager, range: Range, needs: ReadonlySet<Need>): Promise<UsageFigures> {
  const { customer_id, metadata } = range.filter;
  const hasSums = !customer_id && !metadata && startsWithQuarters(range);
  const summedTo = hasSums ? await positionOfSums(em) : undefined;
  const isCounted = needs.has('costs') && range.currency === CURRENCY_OF_COSTS;
  const [costs, users] = await Promise.all([
    isCounted ? readCosts(em, range, { from: needs.has('earlier costs') ? null : range.start, summedTo }) : NONE,
    needs.has('users') ? readUsers(em, range, summedTo) : NONE,
  ]);
  let cumulative = costs.get(0) ?? 0;
  const periods = range.starts.map((_, index) => {
    const ofInterval = costs.get(index + 1) ?? 0;
    cumulative += ofInterval;
    return { costs: ofInterval, users: users.get(index + 1) ?? 0, cumulativeCosts: cumulative };
  });
  return { periods, all: { costs: costs.get(null) ?? 0, users: users.get(null) ?? 0 } };
}

const NONE: Numbers = new Map();

interface Row {
  readonly interval: number | null;
  readonly number: number;
}

const numbersOf = (rows: readonly Row[]): Numbers => new Map(rows.map(({ interval, number }) => [interval, number]));

async function positionOfSums(em: EntityManager): Promise<string> {
  const { rows } = await sql<{ summed_to: string }>`select summed_to::text from ${sql.table(USAGE_SUMMING)}`.execute(
    readDb<object>(em),
  );
  return rows[0]!.summed_to;
}

interface CostsWanted {
  /** Null for the beginning. */
  readonly from: Date | null;
  readonly summedTo: string | undefined;
}

async function readCosts(em: EntityManager, range: Range, { from, summedTo }: CostsWanted): Promise<Numbers> {
  const costs =
    summedTo === undefined
      ? sql`select timestamp as start, cost from ${sql.table(USAGE_FIGURES)} where ${eventConditions(range, from)} and cost is not null`
      : summedCosts(range, from, summedTo);
  const { rows } = await sql<Row>`
    with by_interval as materialized (
      select ${intervalOf(range, 'start')} as interval, sum(cost) as cost from (${costs}) as costs group by 1
    )
    select interval, cost::float8 as number from by_interval
    union all select null, coalesce(sum(cost), 0)::float8 from by_interval where interval > 0`.execute(readDb<object>(em));
  return numbersOf(rows);
}

/** Few events are not added up: these are found by their position, whatever their time, which `offset 0` keeps from choosing the index. */
function summedCosts({ organizations, end }: Range, from: Date | null, summedTo: string): Sql {
  const ofOrganizations = sql`organization_id = any(${organizations}::uuid[])`;
  const inRange = (time: Sql): Sql => sql`${time} < ${at(end)} and ${from ? sql`${time} >= ${at(from)}` : sql`true`}`;
  return sql`
    select bucket as start, cost from ${sql.table(COST_ROLLUPS)} where ${ofOrganizations} and ${inRange(sql`bucket`)}
    union all
    select timestamp, cost from (
      select timestamp, cost from ${sql.table(COST_FIGURES)} where ${ofOrganizations} and ${isNotSummed(summedTo)} offset 0
    ) as later where ${inRange(sql`timestamp`)}`;
}

/** Gathers by user first, which hashes the rows instead of sorting all of them. */
async function readUsers(em: EntityManager, range: Range, summedTo: string | undefined): Promise<Numbers> {
  const users = summedTo === undefined ? sql`${usersOfEvents(range)} offset 0` : activeUsers(range, summedTo);
  const { rows } = await sql<Row>`
    with by_user as materialized (
      select ${intervalOf(range, 'start')} as interval, user_id from (${users}) as users group by 1, 2
    )
    select interval, count(*)::float8 as number from by_user group by interval
    union all select null, count(distinct user_id)::float8 from by_user`.execute(readDb<object>(em));
  return numbersOf(rows);
}

/** Citus groups events of several organizations from rows that it has read before: `offset 0` after it makes it do so. */
const usersOfEvents = (range: Range, condition: Sql = sql`true`): Sql => sql`
  select timestamp as start, user_id from ${sql.table(USAGE_FIGURES)} where ${eventConditions(range, range.start)} and ${condition}`;

/** The users of whole days, and those of events: on days in which an interval begins or ends, and not added up yet. */
function activeUsers(range: Range, summedTo: string): Sql {
  const days = dividedDays(range);
  const divided = sql`${days}::date[]`;
  const parts = [
    sql`select day::timestamp at time zone 'utc' as start, user_id from ${sql.table(ACTIVE_USERS)}
      where organization_id = any(${range.organizations}::uuid[])
        and day >= ${dayOf(range.start)}::date and day < ${dayOf(range.end)}::date and day <> all(${divided})`,
    ...(days.length > 0 ? [usersOfEvents(range, isOnDays(days))] : []),
    usersOfEvents(range, sql`${isNotSummed(summedTo)} and (timestamp at time zone 'utc')::date <> all(${divided})`),
  ];
  return sql.join(parts, sql` union all `);
}

/** A condition that an index finds, with days that follow each other as one period. */
function isOnDays(days: readonly string[]): Sql {
  const periods: { first: string; next: string }[] = [];
  for (const day of days.toSorted()) {
    const next = dayOf(new Date(Date.parse(day) + DAY_MS));
    const last = periods.at(-1);
    if (last?.next === day) last.next = next;
    else periods.push({ first: day, next });
  }
  const conditions = periods.map(
    ({ first, next }) => sql`(timestamp >= ${at(new Date(first))} and timestamp < ${at(new Date(next))})`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The condition that an event is not added up yet. `since` is a position that was read before: events are found by it with an index. Those
 * that were added since then are left out by the position that the statement itself sees, together with their sums.
 */
const isNotSummed = (since: string): Sql =>
  sql`seq > ${since}::bigint and seq > (select summed_to from ${sql.table(USAGE_SUMMING)})`;

/** No event is ingested before it happens, so older partitions are skipped. */
function eventConditions({ organizations, end, filter: { customer_id, metadata } }: Range, from: Date | null): Sql {
  return sql.join(
    [
      sql`organization_id = any(${organizations}::uuid[]) and timestamp < ${at(end)}`,
      ...(from ? [sql`timestamp >= ${at(from)} and ingested_at >= ${at(from)}`] : []),
      ...(customer_id ? [sql`customer_id = any(${customer_id}::uuid[])`] : []),
      ...(metadata ? [metadataMatches(metadata)] : []),
    ],
    sql` and `,
  );
}
