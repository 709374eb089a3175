import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUser } from '../../apps/standalone/postgres-user.ts';

const BLOCK = Buffer.alloc(4_096, 1);

/** A file system of its own in memory, which can be filled and emptied. Only root can make one. */
export class SmallDisk implements Disposable {
  private constructor(readonly folder: string) {}

  /** Undefined if this user, or this container, may not mount file systems. */
  static make(megabytes: number): SmallDisk | undefined {
    const folder = mkdtempSync('/tmp/latchkey-disk-');
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'latchkey', folder]).status !== 0) {
      rmdirSync(folder);
      return undefined;
    }
    const { uid, gid } = postgresUser(undefined);
    chownSync(folder, uid!, gid!);
    return new SmallDisk(folder);
  }

  /** Writes a file until nothing more fits. */
  fill(): void {
    const file = openSync(this.ballast, 'w');
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Deletes that file. */
  free(): void {
    rmSync(this.ballast);
  }

  [Symbol.dispose](): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmdirSync(this.folder);
  }

  /** Beside the folder that PostgreSQL makes in it. */
  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
