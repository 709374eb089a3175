import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileLock } from './file-lock.ts';
import type { Storage } from './storage.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const PARTIAL = /^[\w-]+\.json\.[\w-]+\.tmp$/;
/** No process takes so long to write a text. */
const ABANDONED_MS = 3_600_000;

/** Remembers in files of a folder that only the user can read. */
export class FileStorage implements Storage {
  private swept: Promise<void> | undefined;
  private readonly locked: FileLock;

  constructor(private readonly folder: string) {
    this.locked = new FileLock(join(folder, 'lock'));
  }

  async read(name: string): Promise<string | null> {
    try {
      return await readFile(this.fileOf(name), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Atomic: after a crash the file has the old or the new text. */
  async write(name: string, text: string): Promise<void> {
    await this.withPartial(name, text, (partial) => rename(partial, this.fileOf(name)));
    await this.sync();
  }

  async create(name: string, text: string): Promise<boolean> {
    const created = await this.withPartial(name, text, (partial) => this.linked(partial, name, text));
    await this.sync();
    return created;
  }

  async remove(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
  }

  async lock<T>(work: () => Promise<T>): Promise<T> {
    await this.makeFolder();
    return this.locked.hold(work);
  }

  /** A link has its content from the start, and there is one of a name. Not every file system has links. */
  private async linked(partial: string, name: string, text: string): Promise<boolean> {
    try {
      await link(partial, this.fileOf(name));
      return true;
    } catch (error) {
      return codeOf(error) === 'EEXIST' ? false : this.opened(name, text);
    }
  }

  private async opened(name: string, text: string): Promise<boolean> {
    try {
      await written(this.fileOf(name), text);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  private async withPartial<T>(name: string, text: string, operation: (partial: string) => Promise<T>): Promise<T> {
    const partial = `${this.fileOf(name)}.${randomUUID()}.tmp`;
    await this.makeFolder();
    await (this.swept ??= this.sweep());
    try {
      await written(partial, text);
      return await operation(partial);
    } finally {
      await rm(partial, { force: true });
    }
  }

  private async makeFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Removes what processes left that died while they wrote. */
  private async sweep(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((each) => PARTIAL.test(each))) {
      const path = join(this.folder, name);
      try {
        if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { force: true });
      } catch {
        // Another process has removed it, or nobody may.
      }
    }
  }

  /** Makes a new name in the folder outlast a loss of power. Windows opens no folders, and needs no sync of them. */
  private async sync(): Promise<void> {
    const folder = await open(this.folder).catch(() => null);
    try {
      await folder?.sync();
    } catch {
      // Some file systems cannot sync folders.
    } finally {
      await folder?.close();
    }
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}

/** Fails if there is such a file. */
async function written(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
