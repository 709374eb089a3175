import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { RequestContext, runInContext, STATEMENT_MS } from '#engine/tenancy';
import { onLocked } from './pooled-client.ts';

interface Holder {
  readonly pid: number;
  readonly relation: string;
  readonly application: string | null;
  readonly state: string | null;
  readonly since: string | null;
  readonly querySeconds: number | null;
}

/**
 * The session that keeps others waiting: it waits for no lock itself, and holds one of a table for longer than a statement of the service may take.
 * A table that somebody waits for comes first, then the strongest lock, then the oldest transaction. Of sessions of other roles, PostgreSQL
 * may not tell the times.
 */
const HOLDER = `select l.pid, n.nspname || '.' || c.relname as relation, a.application_name as application, a.state,
    a.xact_start::text as since, round(extract(epoch from clock_timestamp() - a.query_start))::int as "querySeconds"
  from pg_locks l
  join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p')
  join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^(pg_|information_schema$)'
  join pg_stat_activity a on a.pid = l.pid
  where l.granted and l.pid <> pg_backend_pid() and l.mode <> 'AccessShareLock'
    and l.database = (select oid from pg_database where datname = current_database())
    and (a.xact_start is null or a.xact_start < clock_timestamp() - interval '2 seconds')
    and not exists (select from pg_locks own where own.pid = l.pid and not own.granted)
  order by exists (select from pg_locks waiting where waiting.relation = l.relation and not waiting.granted) desc,
    array_position(array['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock', 'RowExclusiveLock'], l.mode),
    a.xact_start
  limit 1`;

const sentenceOf = ({ pid, relation, application, state, querySeconds }: Holder): string => {
  const name = application ? ` (${application})` : '';
  const age =
    querySeconds === null ? '' : `, whose latest query began ${querySeconds} seconds ago${state ? ` and is ${state}` : ''}`;
  return `Statements wait for a lock that process ${pid}${name} of PostgreSQL holds on ${relation}${age}. \`select pg_terminate_backend(${pid})\` ends it.`;
};

/** Logs who holds the lock that statements of the pool wait for, once for each transaction that holds one. */
export function reportLockHolders(pool: Pool): void {
  const log = new Logger('Database');
  let isAsking = false;
  let reported: string | undefined;
  const report = async (): Promise<void> => {
    const [holder] = (await pool.query<Holder>(HOLDER)).rows;
    const transaction = holder && `${holder.pid} ${holder.since} ${holder.relation}`;
    if (transaction === undefined || transaction === reported) return;
    reported = transaction;
    log.warn(sentenceOf(holder!));
  };
  onLocked(pool, () => {
    if (isAsking) return;
    isAsking = true;
    const service = new RequestContext({ tenant: null, statementMs: STATEMENT_MS.interactive });
    void runInContext(service, report)
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  });
}
