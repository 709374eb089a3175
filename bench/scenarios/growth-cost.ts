import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { postgresDiskBytes } from '../disk-reads.ts';
import type { PresentedKeys } from '../load/workload.ts';
import { REPORTED_MS } from '../messaging/database-counts.ts';
import { type Operation, OPERATIONS } from '../operations.ts';
import type { Report } from '../report.ts';
import { inUse, operationsIn } from './growth.ts';

const PAGE_BYTES = 8_192;
const SECONDS = 10;
/** Requests per second: few enough that a disk can read what they need. */
const RATE = 200;
const WARM_UP = 5;
/** A statement that fewer requests need is not one of them. */
const LEAST = 0.1;

/** The role whose statements are counted. */
const ROLE = 'counted';
const PREPARE = `
  create extension if not exists pg_stat_statements;
  create extension if not exists pageinspect;
  do $$ begin
    if to_regrole('${ROLE}') is null then create role ${ROLE} superuser login; end if;
  end $$;
  alter role ${ROLE} set compute_query_id = 'on';
  alter role ${ROLE} set pg_stat_statements.track = 'top'`;

const STATEMENTS = `
  select query, calls::float, shared_blks_hit + shared_blks_read as buffers, shared_blks_read as read, wal_fpi::float as "fullPages",
    wal_bytes::float as wal, total_exec_time as ms
  from pg_stat_statements
  where userid = '${ROLE}'::regrole and dbid = (select oid from pg_database where datname = current_database())`;

/** Pages between the root and a leaf that all searches of B-trees together have gone through. */
const LEVELS = `
  select sum(s.idx_scan * m.level)::float as levels
  from pg_stat_user_indexes s join pg_class c on c.oid = s.indexrelid join pg_am a on a.oid = c.relam
    cross join lateral bt_metap(s.indexrelid::regclass::text) m
  where a.amname = 'btree' and s.idx_scan > 0 and s.schemaname in ('licensing', 'customer_portal')`;

const TABLE = /\b(?:from|into|update|join)\s+(\w+\.\w+)/i;

interface Counted {
  readonly buffers: number;
  readonly read: number;
  readonly fullPages: number;
  readonly wal: number;
  readonly ms: number;
}

interface Cost extends Counted {
  readonly levels: number;
  readonly disk: number;
  readonly statements: ReadonlyMap<string, Counted>;
}

/**
 * What a validation and an activation do in PostgreSQL among few and many keys: counts, which neither other work on the machine nor
 * its memory changes, and what was read because it was not in memory.
 */
export async function growthCost(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.keys;
  for (const operation of operationsIn(bench.plan.lines)) {
    const asking = OPERATIONS[operation];
    const small = await costOf(bench, few, asking({ keys: few }));
    const large = await costOf(bench, many, asking({ keys: many }));
    const used = await costOf(bench, many, asking(inUse(bench.plan.keys)));
    const [fewer, more] = [few, many].map((count) => count.toLocaleString('en'));
    add(report, operation, `${more} keys / ${fewer}`, small, large);
    add(report, operation, `${fewer} of ${more} keys / ${fewer}`, small, used);
  }
}

function add(report: Report, operation: Operation, which: string, before: Cost, after: Cost): void {
  const scenario = `${operation}, ${which}`;
  const ratio = (what: string, [small, large]: readonly [number, number], asked?: { readonly atMost: number }): void =>
    report.add({
      scenario,
      what: `${what} (${small.toFixed(2)} → ${large.toFixed(2)})`,
      value: large / small,
      unit: '×',
      ...(asked && { asked }),
    });
  const deeper = after.levels - before.levels;
  ratio('buffers', [before.buffers, after.buffers]);
  ratio(`buffers without ${deeper.toFixed(2)} for deeper indexes`, [before.buffers, after.buffers - deeper], { atMost: 1.2 });
  for (const [statement, counted] of after.statements) {
    const small = before.statements.get(statement);
    if (small && small.buffers > 0) ratio(`buffers, ${statement}`, [small.buffers, counted.buffers]);
  }
  ratio('bytes of WAL', [before.wal, after.wal]);
  const count = (what: string, value: number): void => report.add({ scenario, what, value, unit: '' });
  ratio('milliseconds of statements, on a quiet machine', [before.ms, after.ms]);
  count('full pages in the WAL', after.fullPages);
  count('pages read into buffers', after.read);
  count('pages read from the disk', after.disk);
}

/** For each request. */
async function costOf(bench: Bench, keys: number, workload: PresentedKeys): Promise<Cost> {
  const url = await bench.dataSet('product', keys);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(PREPARE);
    const server = await bench.serverOn(Object.assign(new URL(url), { username: ROLE }).href);
    await bench.database.checkpoint();
    if (workload.keys <= bench.plan.keys.few) await bench.sendAll(server, { ...workload, once: true });
    await bench.atRate(server, workload, RATE, 0, WARM_UP);
    await sleep(REPORTED_MS);
    await client.query('select pg_stat_statements_reset(), pg_stat_reset()');
    const before = await postgresDiskBytes(client);
    const { answers } = await bench.atRate(server, workload, RATE, 0, SECONDS);
    const disk = (await postgresDiskBytes(client)) - before;
    const { rows } = await client.query<Counted & { readonly query: string; readonly calls: number }>(STATEMENTS);
    await sleep(REPORTED_MS);
    const levels = (await client.query<{ readonly levels: number }>(LEVELS)).rows[0]!.levels;
    const statements = Map.groupBy(
      rows.filter(({ calls }) => calls / answers >= LEAST),
      nameOf,
    );
    return {
      ...each(rows, answers),
      levels: levels / answers,
      disk: disk / PAGE_BYTES / answers,
      statements: new Map([...statements].map(([name, those]) => [name, each(those, answers)])),
    };
  } finally {
    await client.end();
  }
}

const nameOf = ({ query }: { readonly query: string }): string =>
  [query.trim().split(/\s/)[0], TABLE.exec(query)?.[1]].filter(Boolean).join(' ').toLowerCase();

function each(rows: readonly Counted[], requests: number): Counted {
  const sum = (value: (row: Counted) => number): number => rows.reduce((all, row) => all + Number(value(row)), 0) / requests;
  return {
    buffers: sum(({ buffers }) => buffers),
    read: sum(({ read }) => read),
    fullPages: sum(({ fullPages }) => fullPages),
    wal: sum(({ wal }) => wal),
    ms: sum(({ ms }) => ms),
  };
}
