import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type OsUser, canEnter } from './postgres-user.ts';
import type { Binaries } from './postgres-binaries.ts';
import type { DataFolder } from '../process/index.ts';
import { rootFallbackPath } from './root-fallback-path.ts';
import { runInitdb } from './initdb.ts';

/** The database files in the data folder: a folder, or a link to one if the PostgreSQL user cannot enter root's data folder. */
export const CLUSTER = 'postgres';

const DRAFT = /^postgres\..*\.new$/;

/** Returns the path of the cluster, which is created if there is none. A start that is interrupted leaves a draft; the next one removes it. */
export async function openCluster(folder: DataFolder, user: OsUser, { initdb }: Binaries): Promise<string> {
  removeDrafts(folder);
  const withinReach = isWithinReach(folder, user);
  if (!folder.has(CLUSTER)) {
    const draft = folder.file(`${CLUSTER}.${randomUUID()}.new`);
    if (withinReach) mkdirSync(draft, { mode: 0o700 });
    else linkToFallback(draft);
    const files = realpathSync(draft);
    if (user.uid !== undefined) chownSync(files, user.uid, user.gid!);
    await runInitdb(initdb, files, user);
    folder.delete(CLUSTER);
    renameSync(draft, folder.file(CLUSTER));
  }
  return realpathSync(folder.file(CLUSTER));
}

/** Best effort: an initdb that outlived its start may still be writing, in which case the next start removes the rest. */
function removeDrafts(folder: DataFolder): void {
  for (const draft of readdirSync(folder.path).filter((name) => DRAFT.test(name))) {
    try {
      rmSync(realpathSync(folder.file(draft)), { recursive: true, force: true });
      rmSync(folder.file(draft), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function linkToFallback(draft: string): void {
  const files = rootFallbackPath(randomUUID());
  mkdirSync(files, { mode: 0o700 });
  symlinkSync(files, draft);
}

/** Lets the user pass through root's data folder if that suffices. The files in it stay readable by root alone. */
function isWithinReach({ path }: DataFolder, user: OsUser): boolean {
  if (user.uid === undefined || canEnter(user, path)) return true;
  const { uid, mode } = statSync(path);
  if (uid !== 0 || (mode & 0o077) !== 0 || !canEnter(user, dirname(path))) return false;
  chownSync(path, uid, user.gid!);
  chmodSync(path, 0o710);
  return true;
}
