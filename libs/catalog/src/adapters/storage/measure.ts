import { createHash, type Hash } from 'node:crypto';
import { HEAD_BYTES } from '../../domain/media-store.ts';

/** Measures a stream without buffering it: its size, digest and first bytes. */
export class Measure {
  size = 0;
  head = Buffer.alloc(0);
  private readonly hash: Hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.hash.update(chunk);
    if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, chunk]).subarray(0, HEAD_BYTES);
  }

  result(): { size: number; sha256: string } {
    return { size: this.size, sha256: this.hash.digest('hex') };
  }
}
