import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { CliError } from '../process/index.ts';

/** The operating system user that PostgreSQL runs as; empty for the user that Latchkey runs as. */
export interface OsUser {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. If Latchkey runs as root, PostgreSQL runs as the owner of the existing cluster, otherwise as
 * the user `postgres`, which is created if it does not exist.
 */
export function postgresUser(cluster: string | undefined): OsUser {
  if (process.getuid?.() !== 0) return {};
  if (cluster) {
    const { uid, gid } = statSync(cluster);
    return { uid, gid };
  }
  return lookUp() ?? create();
}

function lookUp(): OsUser | undefined {
  const id = (flag: string): number => Number(execFileSync('id', [flag, NAME], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(): OsUser {
  try {
    const settings = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    execFileSync('useradd', [...settings, NAME], { stdio: 'ignore' });
  } catch {
    throw new CliError(
      `PostgreSQL refuses to run as root, and the user ${NAME} could not be created. Create it, or run Latchkey as another user.`,
    );
  }
  return lookUp()!;
}

/** Whether the user can enter a folder, which takes permission for every folder above it as well. */
export const canEnter = (user: OsUser, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
