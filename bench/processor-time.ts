import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** The unit of `/proc/<pid>/stat`, which is a hundredth of a second on Linux. */
const TICKS_PER_SECOND = 100;

interface Process {
  readonly parent: number;
  readonly own: number;
  /** The CPU seconds of children that have ended. */
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

const running = (): ReadonlyMap<string, Process> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const process = processOf(pid);
        return process ? [[pid, process] as const] : [];
      }),
  );

/** The CPU seconds so far of a process of this machine and of all that it started, directly or not. */
export function treeCpuSeconds(pid: number): number {
  const processes = running();
  const of = (root: string): number => {
    const started = [...processes].filter(([, { parent }]) => `${parent}` === root).map(([child]) => of(child));
    const { own, children } = processes.get(root) ?? { own: 0, children: 0 };
    return started.reduce((sum, each) => sum + each, own + children);
  };
  return of(`${pid}`);
}

/** The CPU seconds so far of all processes of a PostgreSQL server on this machine; undefined for a server on another one. */
export async function postgresCpuSeconds(database: pg.Pool | pg.Client): Promise<number | undefined> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = processOf(rows[0]!.pid)?.parent;
  return postmaster === undefined || !processOf(postmaster) ? undefined : treeCpuSeconds(postmaster);
}
