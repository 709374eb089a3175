import { matches, room } from './sources.ts';

/** The statement of this file writes. */
const WRITES = /last-used-writer\.ts$/;

test('queries, and look-ups of credentials, read with readDb or fixedRead and in no other way', () => {
  const readers = [...room('queries'), ...room('adapters/auth')].filter(({ file }) => !WRITES.test(file));
  expect(readers.length).toBeGreaterThan(100);
  expect(
    matches(readers, /\b(getKysely|getConnection|getNativeClient|pgPool|em\.(fork|execute|find\w*|createQueryBuilder))\b/),
  ).toEqual([]);
});
