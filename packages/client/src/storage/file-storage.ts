import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

/** Remembers in files of a folder that only the user can read. */
export class FileStorage implements Storage {
  constructor(private readonly folder: string) {}

  async read(name: string): Promise<string | null> {
    try {
      return await readFile(this.fileOf(name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Atomic: after a crash the file has the old or the new text. */
  async write(name: string, text: string): Promise<void> {
    const partial = `${this.fileOf(name)}.${randomUUID()}.tmp`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(partial, text, { mode: 0o600 });
    await rename(partial, this.fileOf(name));
  }

  async remove(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}
