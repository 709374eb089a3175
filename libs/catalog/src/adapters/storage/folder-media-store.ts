import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, type ReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Content, type Draft, MediaStore, type PartContent } from '../../domain/media-store.ts';
import { Measure } from './measure.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isPresent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

const STORE_ID = 'store-id';

interface Range {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Stores files in a folder that all processes share. `<folder>/<first two characters of the id>/<id>/` holds the assembled
 * content, named by its digest, and the folder `parts`; `<folder>/store-id` has the id. Everything is written under a unique temporary
 * name and then renamed.
 */
export class FolderMediaStore extends MediaStore {
  constructor(private readonly folder: string) {
    super();
  }

  /** Whether there is anything of a file in it. */
  hasFiles(): boolean {
    return existsSync(this.folder) && readdirSync(this.folder).some((name) => /^[\da-f]{2}$/.test(name));
  }

  async id(): Promise<string | null> {
    try {
      return (await readFile(join(this.folder, STORE_ID), 'utf8')).trim();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async claim(id: string): Promise<string> {
    const draft = join(this.folder, `${STORE_ID}.${randomUUID()}`);
    await withNewFile(draft, async (_draft, handle) => {
      await handle.writeFile(`${id}\n`);
      await link(draft, join(this.folder, STORE_ID)).catch((error: unknown) => {
        if (!isPresent(error)) throw error;
      });
      await rm(draft);
    });
    return (await this.id())!;
  }

  async putPart(
    file: string,
    { number, maxSize }: { readonly number: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array>,
    check: (content: PartContent) => void,
  ): Promise<PartContent> {
    const target = this.part(file, number);
    return withNewFile(`${target}.${randomUUID()}`, async (draft, handle) => {
      const measure = new Measure();
      for await (const chunk of bytes) {
        await handle.writeFile(chunk);
        measure.add(chunk);
        if (measure.size > maxSize) break;
      }
      const content = { number, ...measure.result() };
      check(content);
      await rename(draft, target);
      return content;
    });
  }

  async assemble(file: string, numbers: readonly number[]): Promise<Draft> {
    const draft = join(this.of(file), `whole.${randomUUID()}`);
    const discard = (): Promise<void> => rm(draft, { force: true });
    const content = await withNewFile(draft, async (_draft, handle) => {
      const found = await this.copy(file, numbers, handle);
      await handle.sync();
      return found;
    });
    return { content, discard, keep: () => moveDurably(draft, this.whole(file, content.sha256)) };
  }

  removeParts(file: string): Promise<void> {
    return rm(this.parts(file), { recursive: true, force: true });
  }

  remove(file: string): Promise<void> {
    return rm(this.of(file), { recursive: true, force: true });
  }

  /** The content of a file with this digest, or a range of it; null if it is not stored. */
  async read(file: string, sha256: string, range?: Range): Promise<ReadStream | null> {
    try {
      const handle = await open(this.whole(file, sha256), 'r');
      return handle.createReadStream(range);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  private async copy(file: string, numbers: readonly number[], handle: FileHandle): Promise<Content> {
    const whole = new Measure();
    const parts: PartContent[] = [];
    for (const number of numbers) {
      const part = new Measure();
      try {
        for await (const chunk of createReadStream(this.part(file, number)) as AsyncIterable<Buffer>) {
          await handle.writeFile(chunk);
          part.add(chunk);
          whole.add(chunk);
        }
        parts.push({ number, ...part.result() });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    return { parts, ...whole.result(), head: whole.head };
  }

  private of(file: string): string {
    return join(this.folder, file.slice(0, 2), file);
  }

  private parts(file: string): string {
    return join(this.of(file), 'parts');
  }

  private part(file: string, number: number): string {
    return join(this.parts(file), String(number));
  }

  private whole(file: string, sha256: string): string {
    return join(this.of(file), sha256);
  }
}

/** Creates the file `draft` and passes it to `work`. Deletes the file if `work` throws. */
async function withNewFile<T>(draft: string, work: (draft: string, handle: FileHandle) => Promise<T>): Promise<T> {
  await mkdir(dirname(draft), { recursive: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    return await work(draft, handle);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Renames the file and flushes the folders above it, so that the new name survives a crash. */
async function moveDurably(draft: string, target: string): Promise<void> {
  await rename(draft, target);
  const own = dirname(target);
  for (const path of [own, dirname(own), dirname(dirname(own))]) {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  }
}
