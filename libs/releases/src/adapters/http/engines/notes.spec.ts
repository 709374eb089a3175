import { notesOf } from './notes.ts';

const NOTES = { fr: 'Nouveau', en: 'New', 'de-AT': 'Neu in Wien', de: 'Neu' };

test.each([
  [undefined, 'New'],
  ['', 'New'],
  ['de', 'Neu'],
  ['de-AT,de;q=0.8', 'Neu in Wien'],
  ['de-CH', 'Neu'],
  ['en-GB', 'New'],
  ['es, fr;q=0.5, de;q=0.7', 'Neu'],
  ['es', 'New'],
  ['*', 'New'],
  [';;q=,', 'New'],
])('a client that prefers %j is told %s', (preference, text) => expect(notesOf({ notes: NOTES }, preference)).toBe(text));

test('without English, what is new is told in the first language; without notes, nothing is', () => {
  expect(notesOf({ notes: { fr: 'Nouveau', de: 'Neu' } }, 'es')).toBe('Nouveau');
  expect(notesOf({ notes: {} }, 'de')).toBeUndefined();
});
