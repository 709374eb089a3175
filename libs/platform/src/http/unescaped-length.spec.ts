import { unescapedLength } from './unescaped-length.ts';

const escaped = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

test.each(['a', 'é', '€', '😀', '\u0001', 'aé€😀', '', '\ufeff'])('%j is as long escaped as it is in UTF-8', (text) => {
  const plain = Buffer.byteLength(text) + 2;
  expect(unescapedLength(Buffer.from(`"${text}"`))).toBe(plain);
  expect(unescapedLength(Buffer.from(`"${escaped(text)}"`))).toBe(plain);
  expect(unescapedLength(Buffer.from(`"${escaped(text).toUpperCase().replaceAll('\\U', '\\u')}"`))).toBe(plain);
});

test.each([
  [String.raw`"\n"`, 3],
  [String.raw`"\\u0041"`, 8],
  [String.raw`"\\\u0041"`, 4],
  [String.raw`"\ud83d"`, 5],
  [String.raw`"\u00"`, 5],
])('%s counts as %i bytes', (json, length) => {
  expect(unescapedLength(Buffer.from(json))).toBe(length);
});
