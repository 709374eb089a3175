import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Of `/proc/<pid>/stat`, whose unit is a hundredth of a second on Linux. */
const TICKS_PER_SECOND = 100;

interface Process {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly children: number;
}

/** Undefined if the process has ended, or is on another machine. */
function processOf(pid: number | string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (...positions: number[]): number =>
      positions.reduce((sum, position) => sum + Number(fields[position]), 0) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: seconds(11, 12), children: seconds(13, 14) };
  } catch {
    return undefined;
  }
}

/** The CPU seconds so far of all processes of a PostgreSQL server on this machine; undefined for a server on another one. */
export async function postgresCpuSeconds(database: pg.Pool | pg.Client): Promise<number | undefined> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = processOf(rows[0]!.pid)?.parent;
  const server = postmaster === undefined ? undefined : processOf(postmaster);
  if (!server) return undefined;
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processOf(pid) ?? [])
    .filter(({ parent }) => parent === postmaster);
  return backends.reduce((sum, { own, children }) => sum + own + children, server.own + server.children);
}
