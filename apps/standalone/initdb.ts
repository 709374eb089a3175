import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CliError } from '#platform/process';
import type { Account } from './account.ts';

export const SUPERUSER = 'postgres';

/** Sorting and letters by code point, whatever the machine's own language; nobody comes in over the network. */
const SETTINGS = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
];

/** Makes a cluster in an empty folder. In a session of its own: it is over in a second, and Ctrl-C waits for it. */
export async function runInitdb(initdb: string, files: string, account: Account): Promise<void> {
  const child = spawn(initdb, [...SETTINGS, files], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const [complaint, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new CliError(`PostgreSQL could not make a database in ${files}: ${complaint.trim()}`);
}
