import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../../process/index.ts';

/** The position of the last event that was handled, in a file. A crash leaves the former or the new one. */
export class PositionFile {
  constructor(private readonly path: string) {}

  /** Undefined if there is no file yet. */
  async read(): Promise<number | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.failed('read', error);
    });
    if (text === undefined) return undefined;
    if (!/^\d{1,16}\n?$/.test(text)) throw new CliError(`${this.path} does not contain a position.`);
    return Number(text);
  }

  async write(position: number): Promise<void> {
    try {
      const draft = `${this.path}.new`;
      await synced(draft, 'w', `${position}\n`);
      await rename(draft, this.path);
      const folder = await open(dirname(this.path), 'r');
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      throw this.failed('written', error);
    }
  }

  private failed(done: string, error: unknown): CliError {
    return new CliError(`${this.path} cannot be ${done} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Writes the text and waits until it is on the disk. */
export async function synced(path: string, flags: 'w' | 'a', text: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}
