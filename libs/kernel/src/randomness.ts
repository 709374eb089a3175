import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, randomBytes } from 'node:crypto';

/**
 * Random values that can be drawn again: the n-th value of a kind depends on the seed, the kind and n only, so it does not matter
 * which values of other kinds are drawn in between. As unpredictable as the seed. At most 32 bytes each.
 */
export class SeededRandomness {
  private drawn: Map<string, number> | undefined;

  constructor(
    private readonly seed: Uint8Array,
    private readonly path = '',
  ) {}

  draw(kind: string, size: number): Buffer {
    const count = this.drawn?.get(kind) ?? 0;
    (this.drawn ??= new Map()).set(kind, count + 1);
    return createHmac('sha256', this.seed).update(`${this.path}/${kind}/${count}`).digest().subarray(0, size);
  }

  /** Values that do not depend on what is drawn elsewhere. */
  part(name: string): SeededRandomness {
    return new SeededRandomness(this.seed, `${this.path}/${name}`);
  }
}

const seeded = new AsyncLocalStorage<SeededRandomness | undefined>();

/** Runs `work` with random values that can be drawn again, or with `undefined` as usual. */
export const withRandomness = <T>(randomness: SeededRandomness | undefined, work: () => T): T => seeded.run(randomness, work);

/** Secret random bytes, at most 32. */
export const secretBytes = (kind: string, size: number): Buffer => seeded.getStore()?.draw(kind, size) ?? randomBytes(size);

/** The random bytes of an id; undefined if any id will do. */
export const bytesOfId = (kind: string): Buffer | undefined => seeded.getStore()?.draw(kind, 16);
