import type { ClientBase, Pool } from 'pg';
import { eventually } from './eventually.ts';

const BLOCKED = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like $1 order by pid`;

/**
 * Waits until statements of this database, by default at least one, wait for a lock. Returns the processes that run them. The observer is not
 * in a transaction, where it would see the activity of others as it was once. `like` selects statements by their texts.
 */
export async function untilBlocked(
  observer: Pick<ClientBase | Pool, 'query'>,
  { count = 1, like = '%' }: { readonly count?: number; readonly like?: string } = {},
): Promise<number[]> {
  let pids: number[] = [];
  await eventually(async () => {
    const { rows } = await (observer as Pool).query<{ pid: number }>(BLOCKED, [like]);
    pids = rows.map(({ pid }) => pid);
    return pids.length >= count;
  });
  return pids;
}
