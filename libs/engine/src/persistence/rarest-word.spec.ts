import { rarePartOf, rarestWord, type Sample, wordsOf } from './rarest-word.ts';

/** 300 rows, of which some have parts of a text. */
const sampleOf = (...counted: readonly (readonly [part: string, count: number])[]): Sample => ({
  rows: 300,
  texts: counted.flatMap(([part, count]) => Array.from({ length: count }, () => `– ${part} –`)),
});

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
  ] as const)('%s', (_, [lovelace, ada], expected) => {
    expect(rarestWord(words, sampleOf(['lovelace', lovelace], ['ada', ada]))).toBe(expected);
  });

  test('is any word where nobody is', () => {
    expect(rarestWord(words, { rows: 0, texts: [] })).toBe('lovelace');
  });
});

describe('the rare part of a word', () => {
  test.each([
    ['ends before a frequent trigram', 'ilason', [['son', 300]], 'ilaso'],
    [
      'ends before the first of several',
      'ilason',
      [
        ['aso', 16],
        ['son', 300],
      ],
      'ilas',
    ],
    ['begins after a frequent trigram', 'vanilaso', [['van', 16]], 'anilaso'],
    [
      'goes on over trigrams that one in twenty has',
      'ilason',
      [
        ['aso', 15],
        ['son', 15],
      ],
      'ilason',
    ],
    [
      'is the rarest of several',
      'ilabobso',
      [
        ['abo', 300],
        ['bobso', 1],
      ],
      'ilab',
    ],
    ['is the longest of several', 'ilabobso', [['abo', 300]], 'bobso'],
    [
      'is rare as a whole, whatever its trigrams are',
      'ilason',
      [
        ['ila', 4],
        ['las', 4],
        ['son', 300],
      ],
      'ilaso',
    ],
    [
      'is the whole word if each is common',
      'anders',
      [
        ['nder', 300],
        ['anders', 2],
      ],
      'anders',
    ],
    ['is the whole word if all trigrams are frequent', 'sons', [['sons', 300]], 'sons'],
    ['counts letters and not units of UTF-16', '𝒜𝒷𝒸son', [['son', 300]], '𝒜𝒷𝒸so'],
  ] as const)('%s', (_, word, counted, expected) => {
    expect(rarePartOf(word, sampleOf(...counted))).toBe(expected);
  });
});
