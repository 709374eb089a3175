import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CliError } from '#platform/process';
import { isLocked, takeLock } from './lock.ts';

/** How long a start waits for the one before it to finish stopping. */
const LOCK_WAIT_MS = 2_000;

/** The folder of one standalone Latchkey, and the only one that uses it. What is kept in it is readable by its owner alone. */
export class DataFolder implements Disposable {
  private constructor(
    readonly path: string,
    private readonly lock: Disposable,
  ) {}

  static open(path: string): DataFolder {
    const absolute = resolve(path);
    const lock = usable(absolute, () => {
      mkdirSync(dirname(absolute), { recursive: true });
      if (!existsSync(absolute)) mkdirSync(absolute, { mode: 0o700 });
      return takeLock(join(absolute, 'lock'), { waitMs: LOCK_WAIT_MS });
    });
    if (lock) return new DataFolder(absolute, lock);
    throw new CliError(
      `Another Latchkey is running on the data folder ${absolute}. Stop it first, or set LATCHKEY_DATA to another folder.`,
    );
  }

  file(name: string): string {
    return join(this.path, name);
  }

  has(name: string): boolean {
    return existsSync(this.file(name));
  }

  read(name: string): string | undefined {
    return this.has(name) ? readFileSync(this.file(name), 'utf8') : undefined;
  }

  /** Whole or not at all, and on the disk when it returns. */
  keep(name: string, text: string): void {
    const draft = this.file(`${name}.new`);
    usable(this.path, () => {
      rmSync(draft, { force: true });
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      renameSync(draft, this.file(name));
      const folder = openSync(this.path, 'r');
      fsyncSync(folder);
      closeSync(folder);
    });
  }

  forget(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  [Symbol.dispose](): void {
    this.lock[Symbol.dispose]();
  }
}

/** Whether some Latchkey is running on the folder. */
export const isInUse = (path: string): boolean => existsSync(join(path, 'lock')) && isLocked(join(path, 'lock'));

function usable<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = (error as Error).message;
    throw new CliError(`The data folder ${path} cannot be used (${reason}). Set LATCHKEY_DATA to a folder that can be written.`);
  }
}
