import { keyOf } from './digest.ts';
import { ownAncestors } from './event-lineage.ts';
import type { StoredEvent } from './usage-event.ts';

const event = (externalId: string | null, parent: string | null) => ({ externalId, parent });
const stored = (id: string, externalId: string | null, parent: string | null): StoredEvent => ({
  id,
  key: externalId === null ? null : keyOf(externalId),
  parents: parent === null ? [] : [keyOf(parent)],
});
const ID = '00000000-0000-4000-8000-00000000000a';

test('an event may not be its own parent', () => {
  expect(ownAncestors([event('b', 'a'), event('a', 'a'), event(null, 'a')], [])).toEqual([1]);
});

test('events may not be the parents of each other, whoever comes first', () => {
  expect(ownAncestors([event('b', 'a'), event('a', 'c'), event('c', 'b'), event('d', 'c')], [])).toEqual([0, 1, 2]);
  expect(ownAncestors([event('a', 'c'), event('c', 'b')], [stored(ID, 'b', 'a')])).toEqual([0, 1]);
  expect(ownAncestors([event('a', ID)], [stored(ID, null, 'a')])).toEqual([0]);
  expect(ownAncestors([event('a', ID.toUpperCase())], [stored(ID, 'b', 'a')])).toEqual([0]);
});

test('chains, siblings and unknown parents are accepted', () => {
  expect(
    ownAncestors([event('c', 'b'), event('b', 'a'), event('d', 'b'), event('e', 'unknown')], [stored(ID, 'a', null)]),
  ).toEqual([]);
});

test('a duplicate of a stored event does not count', () => {
  const chain = [stored(ID, 'b', 'a'), stored(ID.replace(/a$/, 'b'), 'a', null)];
  expect(ownAncestors([event('a', 'b')], chain)).toEqual([]);
  expect(ownAncestors([event('c', 'a'), event('c', 'c')], chain)).toEqual([]);
});
