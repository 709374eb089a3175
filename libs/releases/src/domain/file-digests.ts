import { createHash } from 'node:crypto';

/** The digests that package managers want and the store does not know, of the bytes of a file. */
export class FileDigests {
  private readonly sha1 = createHash('sha1');
  private readonly sha512 = createHash('sha512');

  add(bytes: Uint8Array): void {
    this.sha1.update(bytes);
    this.sha512.update(bytes);
  }

  /** In hexadecimal digits. */
  end(): { readonly sha1: string; readonly sha512: string } {
    return { sha1: this.sha1.digest('hex'), sha512: this.sha512.digest('hex') };
  }
}
