import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { CliError } from '#platform/process';

/** The user that PostgreSQL runs as; empty for the user that Latchkey runs as. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of the cluster that is there, or as the user
 * `postgres`, who is made where there is none.
 */
export function databaseAccount(cluster: string | undefined): Account {
  if (process.getuid?.() !== 0) return {};
  if (cluster) {
    const { uid, gid } = statSync(cluster);
    return { uid, gid };
  }
  return lookUp() ?? create();
}

function lookUp(): Account | undefined {
  const id = (flag: string): number => Number(execFileSync('id', [flag, NAME], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(): Account {
  try {
    const settings = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    execFileSync('useradd', [...settings, NAME], { stdio: 'ignore' });
  } catch {
    throw new CliError(
      `PostgreSQL does not run as root, and the user ${NAME} could not be made. Make that user, or start Latchkey as another one.`,
    );
  }
  return lookUp()!;
}

/** Whether the account gets into a folder: every folder above it must let the account through as well. */
export const canEnter = (account: Account, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
