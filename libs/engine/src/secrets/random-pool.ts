import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Secret random bytes, few at a time: they are drawn for many calls at once, as each draw costs as much as encrypting several hundred
 * bytes. No byte is returned twice or stays in the pool.
 */
export function pooledRandomBytes(size: number): Buffer {
  if (used + size > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  pool.fill(0, used, used + size);
  used += size;
  return bytes;
}
