import { matches, layer } from './sources.ts';

/** The statements of these files write. */
const WRITES = /(last-used-writer|session-uses)\.ts$/;

test('queries, and look-ups of credentials, read with readDb or fixedRead and in no other way', () => {
  const readers = [...layer('queries'), ...layer('adapters/auth')].filter(({ file }) => !WRITES.test(file));
  expect(readers.length).toBeGreaterThan(100);
  expect(
    matches(readers, /\b(getKysely|getConnection|getNativeClient|pgPool|em\.(fork|execute|find\w*|createQueryBuilder))\b/),
  ).toEqual([]);
});
