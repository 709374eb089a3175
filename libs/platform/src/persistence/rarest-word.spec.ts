import { rarestWord, wordsOf } from './rarest-word.ts';

test('words are three letters or digits and more, up to a length', () => {
  expect(wordsOf('ada.lovelace-4711@ex.example')).toEqual(['ada', 'lovelace', '4711', 'example']);
  expect(wordsOf('of 12')).toEqual([]);
  expect(wordsOf('characterization 0123456789')).toEqual(['characte', '01234567']);
});

describe('the rarest word', () => {
  const sample = Array.from({ length: 300 }, (_, n) => `customer-${n}@example.com`);

  test.each([
    ['customer-765432@example.com', '765432'],
    ['customer-17@example.com', null],
    ['nothing like it', 'nothing'],
    ['customer-123', '123'],
    ['100 123', '100'],
  ])('of %s is %s', (text, expected) => {
    expect(rarestWord(wordsOf(text), sample)).toBe(expected);
  });

  test('is common if more than one in two hundred have it', () => {
    const of = (count: number) =>
      rarestWord(['ada'], [...Array<string>(count).fill('ada'), ...Array<string>(300 - count).fill('')]);
    expect([of(1), of(2)]).toEqual(['ada', null]);
  });

  test('is any word where nobody is', () => {
    expect(rarestWord(['ada', 'lovelace'], [])).toBe('lovelace');
  });
});
