import { rarestWord, wordsOf } from './rarest-word.ts';

test('words are three letters or digits and more, up to a length, the four longest', () => {
  expect(wordsOf('ada.lovelace-4711@ex.example')).toEqual(['lovelace', 'example', '4711', 'ada']);
  expect(wordsOf('of 12')).toEqual([]);
  expect(wordsOf('characterization 0123456789')).toEqual(['characte', '01234567']);
  expect(wordsOf('one three twelve eleven seven one')).toEqual(['twelve', 'eleven', 'three', 'seven']);
});

describe('the rarest word', () => {
  const words = ['lovelace', 'ada'];

  test.each([
    ['is the one that the fewest have', [1, 0], 'ada'],
    ['is the longest of several', [1, 1], 'lovelace'],
    ['is common if more than one in two hundred have it', [2, 3], null],
    ['is not if one in three hundred has it', [1, 2], 'lovelace'],
  ])('%s', (_, counts, expected) => {
    expect(rarestWord(words, counts, 300)).toBe(expected);
  });

  test('is any word where nobody is', () => {
    expect(rarestWord(words, [0, 0], 0)).toBe('lovelace');
  });
});
