import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { USAGE_FIGURES } from '#metering/contract';
import { metadataMatches, readDb } from '#engine/persistence';
import type { Figures, Need } from './figures.ts';
import { at, intervalOf, type Range } from './range.ts';

interface Row {
  /** Null for the whole range. */
  readonly interval: number | null;
  readonly costs: number;
  readonly users: number;
}

interface UsageFigures {
  readonly periods: readonly Partial<Figures>[];
  /** The figures of the whole range. */
  readonly all: Partial<Figures>;
}

/** Costs of events are in this currency. */
const CURRENCY_OF_COSTS = 'usd';

/**
 * Ingested events, by their time. They belong to no product. No event is ingested before it happens, so older partitions are skipped.
 * Events are gathered by user first, which hashes them instead of sorting all of them. The figures of the range have the users of all
 * intervals, each once. Citus groups events of several organizations from rows that it has read before: `offset 0` makes it do so.
 */
export async function readUsage(em: EntityManager, range: Range, needs: ReadonlySet<Need>): Promise<UsageFigures> {
  const db = readDb<object>(em);
  const isCounted = needs.has('costs') && range.currency === CURRENCY_OF_COSTS;
  const costs = sql`coalesce(sum(cost), 0)::float8`;
  const inRange = sql`timestamp >= ${at(range.start)} and timestamp < ${at(range.end)} and ingested_at >= ${at(range.start)}`;
  const [{ rows }, earlier] = await Promise.all([
    sql<Row>`with by_user as materialized (
        select ${intervalOf(range, 'timestamp')} as interval, user_id, ${isCounted ? sql`sum(cost)` : sql`0::numeric`} as cost
        from (
          select timestamp, cost, user_id from ${sql.table(USAGE_FIGURES)} where ${conditions(range)} and ${inRange} offset 0
        ) as usage group by 1, 2
      )
      select interval, ${costs} as costs, count(*)::float8 as users from by_user group by interval
      union all
      select null, ${costs}, count(distinct user_id)::float8 from by_user`.execute(db),
    isCounted && needs.has('earlier usage')
      ? sql<{ costs: number }>`select ${costs} as costs from ${sql.table(USAGE_FIGURES)}
          where ${conditions(range)} and timestamp < ${at(range.start)} and cost is not null`.execute(db)
      : { rows: [] },
  ]);
  let cumulative = earlier.rows[0]?.costs ?? 0;
  const byInterval = new Map(rows.map((row) => [row.interval, row]));
  const periods = range.starts.map((_, index) => {
    const { costs: ofInterval = 0, users = 0 } = byInterval.get(index + 1) ?? {};
    cumulative += ofInterval;
    return { costs: ofInterval, users, cumulativeCosts: cumulative };
  });
  const all = byInterval.get(null);
  return { periods, all: { costs: all?.costs ?? 0, users: all?.users ?? 0 } };
}

function conditions({ organizations, filter: { customer_id, metadata } }: Range): RawBuilder<unknown> {
  return sql.join(
    [
      sql`organization_id = any(${organizations}::uuid[])`,
      ...(customer_id ? [sql`customer_id = any(${customer_id}::uuid[])`] : []),
      ...(metadata ? [metadataMatches(metadata)] : []),
    ],
    sql` and `,
  );
}
