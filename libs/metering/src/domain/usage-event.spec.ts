import { digestUuid } from '#support/texts';
import { computeInSlices } from '#support/slices';
import { ownAncestors, type StoredEvent } from './usage-event.ts';

const event = (externalId: string | null, parent: string | null) => ({ externalId, parent });
const stored = (id: string, externalId: string | null, parent: string | null): StoredEvent => ({
  id,
  key: externalId === null ? null : digestUuid(externalId),
  parents: parent === null ? [] : [digestUuid(parent)],
});
const ID = '00000000-0000-4000-8000-00000000000a';

const found = (...asked: Parameters<typeof ownAncestors>) => computeInSlices(ownAncestors(...asked));

test('an event may not be its own parent', async () => {
  expect(await found([event('b', 'a'), event('a', 'a'), event(null, 'a')], [])).toEqual([1]);
});

test('events may not be the parents of each other, whoever comes first', async () => {
  expect(await found([event('b', 'a'), event('a', 'c'), event('c', 'b'), event('d', 'c')], [])).toEqual([0, 1, 2]);
  expect(await found([event('a', 'c'), event('c', 'b')], [stored(ID, 'b', 'a')])).toEqual([0, 1]);
  expect(await found([event('a', ID)], [stored(ID, null, 'a')])).toEqual([0]);
  expect(await found([event('a', ID.toUpperCase())], [stored(ID, 'b', 'a')])).toEqual([0]);
});

test('chains, siblings and unknown parents are accepted', async () => {
  expect(
    await found([event('c', 'b'), event('b', 'a'), event('d', 'b'), event('e', 'unknown')], [stored(ID, 'a', null)]),
  ).toEqual([]);
});

test('a duplicate of a stored event does not count', async () => {
  const chain = [stored(ID, 'b', 'a'), stored(ID.replace(/a$/, 'b'), 'a', null)];
  expect(await found([event('a', 'b')], chain)).toEqual([]);
  expect(await found([event('c', 'a'), event('c', 'c')], chain)).toEqual([]);
});
