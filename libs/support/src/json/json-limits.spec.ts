import { JsonScan, parseJson, TooMuchJson } from './json-limits.ts';

const LIMITS = { containers: 400_000, values: 2_000_000 };

/** In parts of this size, as a connection gives them. */
function scan(text: string, size: number): void {
  const bytes = Buffer.from(text);
  const scanned = new JsonScan(LIMITS);
  for (let from = 0; from < bytes.length; from += size) scanned.add(bytes.subarray(from, from + size));
}

/** Each has one of something more than it may have. */
const TOO_MUCH: readonly (readonly [string, string, string])[] = [
  ['nesting', `${'['.repeat(257)}${']'.repeat(257)}`, 'JSON is nested more than 256 levels deep'],
  ['nesting of objects', `${'{"a":'.repeat(257)}1${'}'.repeat(257)}`, 'JSON is nested more than 256 levels deep'],
  [
    'the names of an object',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 'value']))),
    'JSON has an object of more than 10000 names',
  ],
  ['the items of a list', `[${'1,'.repeat(500_000)}1]`, 'JSON has an array of more than 500000 items'],
  ['arrays and objects', `[${'[],'.repeat(399_999)}{}]`, 'JSON has more than 400000 arrays and objects'],
  ['values', `[${`[${'1,'.repeat(399_998)}1],`.repeat(5)}1]`, 'JSON has more than 2000000 values'],
];

describe.each(TOO_MUCH)('%s has a maximum', (_, text, message) => {
  test('which is refused before the text is parsed', () => {
    const parse = import.meta.jest.spyOn(JSON, 'parse');
    expect(() => parseJson(text, LIMITS)).toThrow(new TooMuchJson(message));
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  test('wherever the text is divided', () => {
    for (const size of [7, 1_000, 64 * 1024]) expect(() => scan(text, size)).toThrow(new TooMuchJson(message));
  });
});

test.each([
  ['256 levels', `${'['.repeat(256)}${']'.repeat(256)}`],
  ['10,000 names', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n, 'value'])))],
  ['500,000 items', `[${'1,'.repeat(499_999)}1]`],
  ['400,000 arrays and objects', `[${'[],'.repeat(399_998)}{}]`],
  ['brackets and commas in texts', JSON.stringify('[{,"'.repeat(200_000))],
])('%s are not too much', (_, text) => {
  for (const size of [7, 1_000, 64 * 1024]) scan(text, size);
  expect(parseJson(text, LIMITS)).toEqual(JSON.parse(text));
});

test.each([
  ['a quote that is escaped', String.raw`"\"[[["`],
  ['a backslash that is escaped', String.raw`"\\\\",[["[[["]]`],
  ['characters of several bytes', '"€[😀["'],
])('%s is seen as it is, wherever the text is divided', (_, text) => {
  const limits = { containers: 2, values: 100 };
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size++) {
    const scanned = new JsonScan(limits);
    const add = (): void => {
      for (let from = 0; from < bytes.length; from += size) scanned.add(bytes.subarray(from, from + size));
    };
    expect(add).not.toThrow();
  }
});

test('what is no JSON is left to JSON.parse', () => {
  expect(() => parseJson(']]}},,"', LIMITS)).toThrow(SyntaxError);
});
