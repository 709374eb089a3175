import { createHash } from 'node:crypto';
import type { Content } from '../src/domain/media-store.ts';
import { MediaFile, type NewMediaFile, type UploadClaim } from '../src/domain/media-file.ts';
import { ORGANIZATION } from './benefit.builder.ts';

export const digest = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHash('sha256').update(bytes).digest(encoding);

/** The signature of a PNG file, followed by `rest`. */
export const png = (rest = ''): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(rest)]);

/** `aFile().holding(png('…')).inPartsOf(4).with({ name: 'logo.png' }).build()` */
export class MediaFileBuilder {
  private bytes: Buffer = png('a picture');
  private partSize = Number.MAX_SAFE_INTEGER;
  private attributes: Partial<NewMediaFile> = {};

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  holding(bytes: Buffer): this {
    this.bytes = bytes;
    return this;
  }

  inPartsOf(size: number): this {
    this.partSize = size;
    return this;
  }

  with(some: Partial<NewMediaFile>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }

  build(): MediaFile {
    return MediaFile.create({
      organizationId: ORGANIZATION,
      service: 'product_media',
      name: 'logo.png',
      version: null,
      mimeType: 'image/png',
      size: this.bytes.length,
      checksumSha256: digest(this.bytes, 'base64'),
      parts: this.chunks().map((chunk, index) => ({
        number: index + 1,
        chunkStart: index * this.partSize || 0,
        chunkEnd: Math.min((index + 1) * this.partSize, this.bytes.length),
        checksumSha256Base64: digest(chunk, 'base64'),
      })),
      ...this.attributes,
    });
  }

  chunks(): Buffer[] {
    const count = Math.ceil(this.bytes.length / this.partSize);
    return Array.from({ length: count }, (_, index) => this.bytes.subarray(index * this.partSize, (index + 1) * this.partSize));
  }

  /** The content that a store assembles once all parts have arrived. */
  content(): Content {
    const parts = this.chunks().map((chunk, index) => ({ number: index + 1, size: chunk.length, sha256: digest(chunk) }));
    return { parts, size: this.bytes.length, sha256: digest(this.bytes), head: this.bytes.subarray(0, 4096) };
  }

  /** A correct claim about `file`. */
  claim({ snapshot: { id, path } }: MediaFile): UploadClaim {
    const parts = this.chunks().map((chunk, index) => ({
      number: index + 1,
      checksumEtag: `"${digest(chunk)}"`,
      checksumSha256Base64: digest(chunk, 'base64'),
    }));
    return { id, path, parts };
  }
}

export const aFile = (): MediaFileBuilder => new MediaFileBuilder();
