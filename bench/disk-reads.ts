import { readFileSync } from 'node:fs';
import type pg from 'pg';

const READ = /^read_bytes: (\d+)$/m;

/** Bytes that a process has read from disks so far; none if it has ended or is on another machine. */
function bytesReadBy(pid: number): number {
  try {
    return Number(READ.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Bytes that the running processes of a PostgreSQL server on this machine have read from disks so far. */
export async function postgresDiskBytes(database: pg.Pool | pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pid from pg_stat_activity');
  return rows.reduce((sum, { pid }) => sum + bytesReadBy(pid), 0);
}
