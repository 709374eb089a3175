import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CliError } from '#platform/process';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * PostgreSQL's processes of one cluster, by id: each has the cluster as its working folder. (A process id alone, as in
 * postmaster.pid, says nothing: it may be someone else's by now.) Null where the system has no /proc.
 */
function inhabitants(cluster: string): number[] | null {
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
 * Stops a database that outlived its Latchkey, and clears what a killed one left behind. To be called under the data
 * folder's lock: whoever still runs has nobody who needs it. Without /proc, PostgreSQL's own lock file stands guard alone.
 */
export async function evict(cluster: string): Promise<void> {
  const [postmaster, , , , socketFolder] = postmasterFile(cluster);
  for (let waited = 0; ; waited += POLL_MS) {
    const running = inhabitants(cluster);
    if (running === null) return;
    if (running.length === 0) break;
    if (waited === 0 && running.includes(Number(postmaster))) process.kill(Number(postmaster), 'SIGINT');
    if (waited >= PATIENCE_MS) throw new CliError(`The database in ${cluster} does not stop (processes ${running.join(', ')}).`);
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
