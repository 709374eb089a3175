import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import { isLocked, acquireLock } from './lock.ts';

/** How long a start waits for a previous process to finish stopping. */
const LOCK_WAIT_MS = 2_000;

/** The data folder of a standalone Latchkey, locked for this process. Only the owner of its files can read them. */
export class DataFolder implements Disposable {
  private constructor(
    readonly path: string,
    private readonly lock: Disposable,
  ) {}

  static open(path: string): DataFolder {
    const absolute = resolve(path);
    const lock = orCliError(absolute, () => {
      mkdirSync(dirname(absolute), { recursive: true });
      if (!existsSync(absolute)) mkdirSync(absolute, { mode: 0o700 });
      return acquireLock(join(absolute, 'lock'), { waitMs: LOCK_WAIT_MS });
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

  /** Writes the file atomically; its content is flushed to disk when this returns. */
  write(name: string, text: string): void {
    const temporary = this.file(`${name}.new`);
    orCliError(this.path, () => {
      rmSync(temporary, { force: true });
      writeFileSync(temporary, text, { mode: 0o600, flush: true });
      renameSync(temporary, this.file(name));
      const folder = openSync(this.path, 'r');
      fsyncSync(folder);
      closeSync(folder);
    });
  }

  delete(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  [Symbol.dispose](): void {
    this.lock[Symbol.dispose]();
  }
}

/** Whether a running Latchkey uses the folder. */
export const isInUse = (path: string): boolean => existsSync(join(path, 'lock')) && isLocked(join(path, 'lock'));

function orCliError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = (error as Error).message;
    throw new CliError(`The data folder ${path} cannot be used (${reason}). Set LATCHKEY_DATA to a writable folder.`);
  }
}
