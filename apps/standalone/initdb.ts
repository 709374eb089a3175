import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CliError } from '../process/index.ts';
import type { OsUser } from './postgres-user.ts';

export const SUPERUSER = 'postgres';

/** Sorts by code point whatever the locale of the machine, and rejects connections over the network. */
const SETTINGS = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
];

/** Creates a cluster in an empty folder. It runs in a session of its own: it takes a second, and Ctrl-C waits for it. */
export async function runInitdb(initdb: string, files: string, user: OsUser): Promise<void> {
  const child = spawn(initdb, [...SETTINGS, files], {
    ...user,
    cwd: '/',
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const [errors, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new CliError(`PostgreSQL could not create a database in ${files}: ${errors.trim()}`);
}
