import type pg from 'pg';
import type { LaneBacklog } from '#engine/metrics';

/** Interactive events are queued within seconds if a worker runs and its queue takes writes. */
export const MOST_LAG_SECONDS = 60;

/** For how many seconds the oldest interactive event has waited to be queued. */
export const lagOf = (outbox: readonly LaneBacklog[]): number =>
  outbox.find(({ lane }) => lane === 'interactive')?.lagSeconds ?? 0;

/** Counting more would cost more than it tells. */
const MOST = 100_000;

/** Unsent events are few, or found by an index of their own. */
const UNSENT = `select is_bulk, count(*)::int as events, greatest(extract(epoch from now() - min(occurred_at)), 0)::float as lag
  from (select is_bulk, occurred_at from platform.outbox where sent_at is null order by is_bulk, organization_id, id limit ${MOST}) as unsent
  group by is_bulk`;

interface UnsentRow {
  readonly is_bulk: boolean;
  readonly events: number;
  readonly lag: number;
}

/** What waits in the outbox. */
export async function readOutbox(pool: Pick<pg.ClientBase, 'query'>): Promise<LaneBacklog[]> {
  const { rows } = await pool.query<UnsentRow>(UNSENT);
  return [false, true].map((isBulk) => {
    const row = rows.find(({ is_bulk }) => is_bulk === isBulk);
    return { lane: isBulk ? 'bulk' : 'interactive', events: row?.events ?? 0, lagSeconds: row?.lag ?? 0 };
  });
}
