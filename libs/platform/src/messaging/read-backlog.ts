import type pg from 'pg';
import type { Backlog } from '#engine/metrics';
import type { DeliveryQueue } from './deliveries.ts';

/** Interactive events are queued within seconds if a worker runs and its queue takes writes. */
export const MOST_LAG_SECONDS = 60;

/** For how many seconds the oldest interactive event has waited to be queued. */
export const lagOf = ({ outbox }: Backlog): number => outbox.find(({ lane }) => lane === 'interactive')?.lagSeconds ?? 0;

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

/** What waits in the outbox and in the queue. */
export async function readBacklog(pool: Pick<pg.ClientBase, 'query'>, deliveries: DeliveryQueue): Promise<Backlog> {
  const [{ rows }, jobs] = await Promise.all([pool.query<UnsentRow>(UNSENT), deliveries.counts()]);
  const outbox = [false, true].map((isBulk) => {
    const row = rows.find(({ is_bulk }) => is_bulk === isBulk);
    return { lane: isBulk ? 'bulk' : 'interactive', events: row?.events ?? 0, lagSeconds: row?.lag ?? 0 };
  });
  return { outbox, jobs };
}
