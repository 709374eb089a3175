import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CliError } from '../process/index.ts';

const POLL_MS = 20;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Ids of the PostgreSQL processes of a cluster, which is their working folder. The id in postmaster.pid alone is not reliable: it
 * may have been reused. `null` on systems without /proc.
 */
function findPostgresProcesses(cluster: string): number[] | null {
  const at = (pid: string, name: string): string => join('/proc', pid, name);
  try {
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && isOf(cluster, at(pid, 'cwd'), at(pid, 'comm')))
      .map(Number);
  } catch {
    return null;
  }
}

function isOf(cluster: string, folder: string, command: string): boolean {
  try {
    return readlinkSync(folder) === cluster && readFileSync(command, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/**
 * Stops PostgreSQL processes that outlived their Latchkey, and removes the lock and socket that a killed one left. The caller holds
 * the lock on the data folder, so nobody uses these processes. Without /proc, only PostgreSQL's own lock file protects the cluster.
 */
export async function stopOrphanedPostgres(cluster: string): Promise<void> {
  const [postmaster, , , , socketFolder] = postmasterFile(cluster);
  for (let waited = 0; ; waited += POLL_MS) {
    const running = findPostgresProcesses(cluster);
    if (running === null) return;
    if (running.length === 0) break;
    if (waited === 0 && running.includes(Number(postmaster))) process.kill(Number(postmaster), 'SIGINT');
    if (waited >= STOP_TIMEOUT_MS) throw new CliError(`PostgreSQL in ${cluster} did not stop (processes ${running.join(', ')}).`);
    await setTimeout(POLL_MS);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  if (socketFolder && basename(socketFolder).startsWith('latchkey-')) rmSync(socketFolder, { recursive: true, force: true });
}

function postmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
