import { UnescapedLength } from './unescaped-length.ts';

/** In parts of any size the length is the same. */
function unescapedLength(json: Buffer): number {
  const lengths = [1, 5, 11, 12, 13, json.length].map((size) => {
    const counted = new UnescapedLength();
    for (let from = 0; from < json.length; from += size) counted.add(json.subarray(from, from + size));
    return counted.length;
  });
  expect(new Set(lengths).size).toBe(1);
  return lengths[0]!;
}

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
  ['"\\', 2],
  [String.raw`\ud83d\ude00\ud83d\ude00x`, 9],
])('%s counts as %i bytes', (json, length) => {
  expect(unescapedLength(Buffer.from(json))).toBe(length);
});
