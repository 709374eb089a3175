import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './processes.ts';

/**
 * The commit of the last release, which runs beside a database that this version has migrated. The next release writes its own commit
 * here (docs/migrations.md).
 */
export const LAST_RELEASE = '3ba62e6871bdf803dbf2a1ccb8997cbafb9e0404';

/** Its last migration. */
export const LAST_MIGRATION = 'Migration20261123_1600_ListsOfAttempts';

const NEEDED = ['.swcrc', 'apps', 'libs', 'packages/client/src', 'scripts', 'test/support/from-source.mjs', 'package.json'];

/** False in a copy of the sources without their history. */
export const hasLastRelease = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${LAST_RELEASE}^{commit}`], { cwd: ROOT }).status === 0;

/** The files of the last release that match. */
export const filesOfLastRelease = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-tree', '-r', '--name-only', LAST_RELEASE, '--', ...paths], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

export const fileOfLastRelease = (path: string): string =>
  execFileSync('git', ['show', `${LAST_RELEASE}:${path}`], { cwd: ROOT, encoding: 'utf8' });

/** A folder with the sources of the last release and the packages of this version. It is kept, so that it is compiled once. */
export function sourcesOfLastRelease(): string {
  const name = createHash('sha256')
    .update([ROOT, LAST_RELEASE, ...NEEDED].join('\0'))
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir(), `latchkey-release-${name}`);
  if (existsSync(folder)) return folder;
  const partial = mkdtempSync(`${folder}-`);
  const archive = execFileSync('git', ['archive', LAST_RELEASE, ...NEEDED], { cwd: ROOT, maxBuffer: 1 << 28 });
  execFileSync('tar', ['--extract', '--directory', partial], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(partial, 'node_modules'));
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
