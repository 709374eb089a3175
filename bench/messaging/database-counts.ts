import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The processes whose statements are counted. Each connects as a role of its own, by which PostgreSQL counts them. */
export const PROCESSES = ['api', 'worker'] as const;
export type Process = (typeof PROCESSES)[number];

/** What a part of a process did in the database. */
export interface Work {
  readonly process: Process;
  readonly part: string;
  readonly statements: number;
  readonly walBytes: number;
  readonly ms: number;
}

/** What was written into the tables of a schema, or into one table of the platform. */
export interface Written {
  readonly part: string;
  readonly rows: number;
  readonly entries: number;
}

export interface Counts {
  readonly transactions: number;
  readonly work: readonly Work[];
  readonly written: readonly Written[];
  /** The number of events by name. */
  readonly events: readonly { readonly name: string; readonly events: number }[];
}

interface StatementRow {
  readonly process: string;
  readonly query: string;
  readonly calls: number;
  readonly wal_bytes: number;
  readonly ms: number;
}

const STATEMENTS = `select r.rolname as process, s.query, s.calls::int, s.wal_bytes::float, s.total_plan_time + s.total_exec_time as ms
  from pg_stat_statements s join pg_roles r on r.oid = s.userid
  where s.dbid = (select oid from pg_database where datname = current_database())`;

/** One for each index that may have the row, and none for a change that leaves the indexes alone. */
const WRITTEN = `select part, sum(inserted + updated + deleted)::int as rows, sum((inserted + moved) * indexes)::int as entries from (
    select case schemaname when 'platform' then schemaname || '.' || relname else schemaname end as part,
      n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted, n_tup_upd - n_tup_hot_upd as moved,
      (select count(*) from pg_index where indrelid = relid) as indexes
    from pg_stat_user_tables
  ) as tables group by part having sum(inserted + updated + deleted) > 0 order by part`;

const EVENTS = `select name, count(*)::int as events from platform.outbox where id > $1 group by name order by name`;
const COMMITS = 'select xact_commit::int as commits from pg_stat_database where datname = current_database()';

/** The longest time until an idle connection reports what it has written: ten seconds. */
export const REPORTED_MS = 11_000;

const CONTROL = /^(begin|start transaction|set|commit|rollback)\b/i;
/** The first table that a statement names tells whose it is. Those of the queue name no schema. */
const TABLE = /\b(?:from|into|update|join)\s+(platform\.\w+|\w+(?=\.\w))/i;

const partOf = ({ query }: StatementRow): string =>
  CONTROL.test(query) ? 'begin and commit' : (TABLE.exec(query)?.[1]?.toLowerCase() ?? 'queue and others');

function workOf(rows: readonly StatementRow[], process: Process): Work[] {
  const own = rows.filter((row) => row.process === process);
  return [...Map.groupBy(own, partOf)].map(([part, those]) => {
    const sum = (value: (row: StatementRow) => number): number => those.reduce((all, row) => all + value(row), 0);
    const statements = sum(({ calls }) => calls);
    return { process, part, statements, walBytes: sum(({ wal_bytes }) => wal_bytes), ms: sum(({ ms }) => ms) };
  });
}

/** What a database did since `reset`, counted by PostgreSQL. */
export class DatabaseCounts {
  private lastEvent = '0';

  constructor(
    private readonly pool: pg.Pool,
    private readonly role: string,
  ) {}

  async reset(): Promise<void> {
    await sleep(REPORTED_MS);
    const { rows } = await this.pool.query<{ last_value: string }>('select last_value from platform.outbox_id_seq');
    this.lastEvent = rows[0]!.last_value;
    await this.pool.query('select pg_stat_statements_reset(), pg_stat_reset()');
  }

  async read(): Promise<Counts> {
    const { rows } = await this.pool.query<StatementRow>(STATEMENTS);
    await sleep(REPORTED_MS);
    const own = rows.flatMap((row) => (row.process === this.role ? row.calls : []));
    const [written, events, all] = await Promise.all([
      this.pool.query<Written>(WRITTEN),
      this.pool.query<{ name: string; events: number }>(EVENTS, [this.lastEvent]),
      this.pool.query<{ commits: number }>(COMMITS),
    ]);
    return {
      transactions: all.rows[0]!.commits - own.reduce((sum, calls) => sum + calls, 0),
      work: PROCESSES.flatMap((process) => workOf(rows, process)),
      written: written.rows,
      events: events.rows,
    };
  }
}
