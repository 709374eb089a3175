import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Account, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from '#platform/data-folder';
import { elsewhere } from './elsewhere.ts';
import { runInitdb } from './initdb.ts';

/** The database's files in the data folder: a folder, or a link to one where root's data folder is out of its reach. */
export const CLUSTER = 'postgres';

const DRAFT = /^postgres\..*\.new$/;
/** The cluster's path; made first where there is none. A start that dies half way leaves a draft, which the next one removes. */
export async function openCluster(folder: DataFolder, account: Account, { initdb }: Binaries): Promise<string> {
  removeDrafts(folder);
  const withinReach = isWithinReach(folder, account);
  if (!folder.has(CLUSTER)) {
    const draft = folder.file(`${CLUSTER}.${randomUUID()}.new`);
    if (withinReach) mkdirSync(draft, { mode: 0o700 });
    else linkElsewhere(draft);
    const files = realpathSync(draft);
    if (account.uid !== undefined) chownSync(files, account.uid, account.gid!);
    await runInitdb(initdb, files, account);
    folder.forget(CLUSTER);
    renameSync(draft, folder.file(CLUSTER));
  }
  return realpathSync(folder.file(CLUSTER));
}

/** As far as it goes: an initdb that outlived its start may still be writing for a moment, then the next start removes the rest. */
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

function linkElsewhere(draft: string): void {
  const files = elsewhere(randomUUID());
  mkdirSync(files, { mode: 0o700 });
  symlinkSync(files, draft);
}

/** Root's own data folder is opened for the account to pass through, no more; its files stay root's. */
function isWithinReach({ path }: DataFolder, account: Account): boolean {
  if (account.uid === undefined || canEnter(account, path)) return true;
  const { uid, mode } = statSync(path);
  if (uid !== 0 || (mode & 0o077) !== 0 || !canEnter(account, dirname(path))) return false;
  chownSync(path, uid, account.gid!);
  chmodSync(path, 0o710);
  return true;
}
