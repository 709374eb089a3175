import { pooledRandomBytes } from './random-pool.ts';

test('no bytes are returned twice, also when the pool is filled again', () => {
  const drawn = Array.from({ length: 2_000 }, (_, n) => pooledRandomBytes(n % 2 === 0 ? 12 : 32));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(2_000);
  expect(drawn.every((bytes, n) => bytes.length === (n % 2 === 0 ? 12 : 32))).toBe(true);
  expect(drawn.some((bytes) => bytes.every((byte) => byte === 0))).toBe(false);
});
