import { createHash } from 'node:crypto';
import { ValidationFailed } from '#kernel';
import type { ImageBlob, PackageContents, PackageInspection } from '../../domain/package-reader.ts';
import { type TarFile, TarReader, UnreadableArchive } from './tar-reader.ts';

const BLOB = /^blobs\/sha256\/([0-9a-f]{64})$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const MOST_BLOBS = 2_000;
const MOST_JSON = 4 * 1024 * 1024;
const MOST_DEPTH = 3;

const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json';
const INDEXES = new Set([INDEX_TYPE, 'application/vnd.docker.distribution.manifest.list.v2+json']);
const MANIFESTS = new Set(['application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json']);

const IMAGE_NAME = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*$/;

/** The name of an image: that of its file, up to the version. `acme-server-3.2.1.oci.tar` has `acme-server`. */
const imageOf = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/(\.oci)?\.tar$/, '')
    .replace(/[-_]v?\d.*$/, '');

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
}

type Read = Parameters<PackageInspection['end']>[0];

/** An image in the layout of OCI, as one tar archive that is not compressed. Its blobs are sent from where they are in it. */
export class ImageArchive implements PackageInspection {
  private readonly blobs = new Map<string, ImageBlob>();
  private readonly wrong: string[] = [];
  private index: TarFile | undefined;
  private check: (() => void) | undefined;
  private readonly tar = new TarReader((file) => this.file(file));
  private failure: unknown;

  constructor(private readonly fileName: string) {}

  /** The first problem is kept: the digests of the file are made of all of its bytes. */
  add(bytes: Uint8Array): void {
    if (this.failure !== undefined) return;
    try {
      this.tar.add(bytes);
    } catch (error) {
      this.failure = error;
    }
  }

  async end(read: Read): Promise<PackageContents> {
    try {
      if (this.failure !== undefined) throw this.failure;
      this.check?.();
      this.tar.end();
      return await this.contents(read);
    } catch (error) {
      if (!(error instanceof UnreadableArchive || error instanceof SyntaxError)) throw error;
      const reason = error instanceof UnreadableArchive ? ` ${error.message}` : '';
      throw ValidationFailed.at(['fileId'], `The file is no image in the layout of OCI.${reason}`);
    }
  }

  private file({ name, position, size }: TarFile): ((bytes: Uint8Array) => void) | undefined {
    this.check?.();
    this.check = undefined;
    if (name === 'index.json') this.index = { name, position, size };
    const [, hex] = BLOB.exec(name) ?? [];
    if (hex === undefined) return undefined;
    if (this.blobs.size >= MOST_BLOBS) throw new UnreadableArchive(`It has more than ${MOST_BLOBS} blobs.`);
    this.blobs.set(`sha256:${hex}`, { digest: `sha256:${hex}`, mediaType: null, position, size });
    const hash = createHash('sha256');
    this.check = () => {
      if (hash.digest('hex') !== hex) this.wrong.push(hex);
    };
    return (bytes) => hash.update(bytes);
  }

  private async contents(read: Read): Promise<PackageContents> {
    const image = imageOf(this.fileName);
    if (!IMAGE_NAME.test(image)) throw new UnreadableArchive('Its name has no name of an image before the version.');
    if (!this.index) throw new UnreadableArchive('It has no `index.json`.');
    if (this.wrong.length > 0) throw new UnreadableArchive(`The blob ${this.wrong[0]!} has another digest.`);
    const bytes = await jsonBytes(this.index, read);
    const listed = descriptorsIn(JSON.parse(bytes.toString('utf8')), 'manifests');
    for (const each of listed) await this.follow(each, read, MOST_DEPTH);
    const root = listed.length === 1 ? listed[0]! : this.addIndex(this.index, bytes);
    if (listed.length === 0) throw new UnreadableArchive('Its `index.json` lists no image.');
    const manifest = JSON.stringify({ image, digest: root.digest, media_type: root.mediaType });
    return { manifest, blobs: [...this.blobs.values()] };
  }

  /** The list of several images is one that clients choose from. */
  private addIndex({ position, size }: TarFile, bytes: Buffer): Descriptor {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    this.blobs.set(digest, { digest, mediaType: INDEX_TYPE, position, size });
    return { digest, mediaType: INDEX_TYPE };
  }

  /** Notes the types of manifests, and that all that they refer to is there. */
  private async follow({ digest, mediaType }: Descriptor, read: Read, depth: number): Promise<void> {
    const blob = this.blobs.get(digest);
    if (!blob) throw new UnreadableArchive(`It lacks the blob ${digest}.`);
    if (blob.mediaType !== null) return;
    const isIndex = INDEXES.has(mediaType);
    if (depth === 0 || !(isIndex || MANIFESTS.has(mediaType)))
      throw new UnreadableArchive(`It has a manifest of the type ${mediaType}.`);
    this.blobs.set(digest, { ...blob, mediaType });
    const content: unknown = JSON.parse((await jsonBytes(blob, read)).toString('utf8'));
    if (isIndex) for (const each of descriptorsIn(content, 'manifests')) await this.follow(each, read, depth - 1);
    else this.assertHas([(content as { readonly config?: unknown }).config, ...descriptorsIn(content, 'layers')]);
  }

  private assertHas(descriptors: readonly unknown[]): void {
    for (const each of descriptors) {
      const { digest } = descriptor(each);
      if (!this.blobs.has(digest)) throw new UnreadableArchive(`It lacks the blob ${digest}.`);
    }
  }
}

function descriptorsIn(content: unknown, name: 'manifests' | 'layers'): Descriptor[] {
  const list = (content as { readonly [field: string]: unknown } | null)?.[name];
  if (!Array.isArray(list) || list.length > MOST_BLOBS) throw new UnreadableArchive(`A manifest has no list \`${name}\`.`);
  return list.map(descriptor);
}

function descriptor(value: unknown): Descriptor {
  const { mediaType, digest } = (value ?? {}) as { readonly mediaType?: unknown; readonly digest?: unknown };
  if (typeof mediaType === 'string' && typeof digest === 'string' && DIGEST.test(digest)) return { mediaType, digest };
  throw new UnreadableArchive('A manifest refers to something without a type or a SHA-256 digest.');
}

function jsonBytes({ position, size }: { readonly position: number; readonly size: number }, read: Read): Promise<Buffer> {
  if (size === 0 || size > MOST_JSON) throw new UnreadableArchive('A manifest is empty or too large.');
  return read({ start: position, end: position + size - 1 });
}
