import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type MediaBucket, S3Unavailable } from '#engine/connections';
import { type Draft, MediaStore, type PartContent } from '../../domain/media-store.ts';
import type { FolderMediaStore } from './folder-media-store.ts';
import { Measure } from './measure.ts';
import { type LinkHeaders, S3Objects } from './s3-objects.ts';

/** Stores files in a bucket. Below its prefix, keys are the paths of a `FolderMediaStore`. Throws `S3Unavailable`. */
export class S3MediaStore extends MediaStore {
  private readonly objects: S3Objects;

  /** Where the bucket itself sends the content; null if that is still in the folder. Undefined if downloads do not lead there. */
  readonly link: ((file: string, sha256: string, headers: LinkHeaders) => Promise<string | null>) | undefined;

  constructor(
    private readonly bucket: MediaBucket,
    /** Has the files that were not moved yet. */
    private readonly former?: FolderMediaStore,
  ) {
    super();
    this.objects = new S3Objects(bucket);
    if (bucket.redirects) this.link = (file, sha256, headers) => this.linkTo(file, sha256, headers);
  }

  async id(): Promise<string | null> {
    const bytes = await this.objects.get(this.storeId);
    return bytes && (await text(bytes)).trim();
  }

  async claim(id: string): Promise<string> {
    await this.objects.putFirst(this.storeId, `${id}\n`);
    return (await this.id())!;
  }

  putPart(
    file: string,
    { number, maxSize }: { readonly number: number; readonly maxSize: number },
    bytes: AsyncIterable<Uint8Array>,
    check: (content: PartContent) => void,
  ): Promise<PartContent> {
    return this.objects.put(this.part(file, number), upTo(maxSize, bytes), (measured) => {
      const content = { number, ...measured.result() };
      check(content);
      return content;
    });
  }

  async assemble(file: string, numbers: readonly number[]): Promise<Draft> {
    const draft = `${this.of(file)}whole.${randomUUID()}`;
    const parts: PartContent[] = [];
    const content = await this.objects.put(draft, this.reading(file, numbers, parts), (whole) => ({
      parts,
      ...whole.result(),
      head: whole.head,
    }));
    return {
      content,
      discard: () => this.objects.remove(draft),
      keep: () => this.objects.rename(draft, this.whole(file, content.sha256)),
    };
  }

  /** Stores a whole file. Throws if these bytes have another digest. */
  add(file: string, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    return this.objects.put(this.whole(file, sha256), bytes, (measured) => {
      if (measured.result().sha256 !== sha256) throw new Error('its content is not the one that was uploaded');
    });
  }

  removeParts(file: string): Promise<void> {
    return this.objects.removeAll(`${this.of(file)}parts/`);
  }

  async remove(file: string): Promise<void> {
    await this.former?.remove(file);
    await this.objects.removeAll(this.of(file));
  }

  /** The content of a file with this digest, or a range of it (`end` is inclusive); null if it is not stored. */
  async read(file: string, sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null> {
    const bytes = await this.objects.get(this.whole(file, sha256), range && `bytes=${range.start}-${range.end}`);
    return bytes ?? this.former?.read(file, sha256, range) ?? null;
  }

  /** In bytes; null if the bucket does not have the content. */
  size(file: string, sha256: string): Promise<number | null> {
    return this.objects.size(this.whole(file, sha256));
  }

  private async linkTo(file: string, sha256: string, headers: LinkHeaders): Promise<string | null> {
    if (this.former && (await this.size(file, sha256)) === null) return null;
    return this.objects.link(this.whole(file, sha256), headers);
  }

  /** The bytes of the parts that are stored, each of which is added to `parts`. */
  private async *reading(file: string, numbers: readonly number[], parts: PartContent[]): AsyncGenerator<Uint8Array> {
    for (const number of numbers) {
      const bytes = await this.objects.get(this.part(file, number));
      if (!bytes) continue;
      const part = new Measure();
      try {
        for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
          part.add(chunk);
          yield chunk;
        }
      } catch (error) {
        throw new S3Unavailable(this.bucket, error);
      }
      parts.push({ number, ...part.result() });
    }
  }

  private get storeId(): string {
    return `${this.bucket.prefix}store-id`;
  }

  private of(file: string): string {
    return `${this.bucket.prefix}${file.slice(0, 2)}/${file}/`;
  }

  private part(file: string, number: number): string {
    return `${this.of(file)}parts/${number}`;
  }

  private whole(file: string, sha256: string): string {
    return `${this.of(file)}${sha256}`;
  }
}

/** Ends with the chunk that exceeds so many bytes. */
async function* upTo(maxSize: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    yield chunk;
    if (size > maxSize) return;
  }
}
