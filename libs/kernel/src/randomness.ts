import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

const VERSION_4 = 0x40;
const VARIANT_1 = 0x80;

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

/**
 * A new id, UUID version 4. Called only when something is created. When a request is repeated under an idempotency key, the n-th
 * id of a kind is the same as in the first attempt.
 */
export function newId(kind = 'id'): string {
  const bytes = seeded.getStore()?.draw(kind, 16);
  return bytes ? uuidOf(bytes) : randomUUID();
}

/** The id, in the form of a UUID of version 4, of what is not stored but determined by these ids. It is always the same. */
export const derivedId = (...ids: readonly string[]): string => uuidOf(createHash('sha256').update(ids.join('/')).digest());

/** The UUID of the first 16 bytes. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | VERSION_4;
  bytes[8] = (bytes[8]! & 0x3f) | VARIANT_1;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
