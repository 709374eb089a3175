import { normalForm } from './key-form.ts';

const KEY = 'ACME-7F3K-99QX';
const every = function* (): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
};

test.each([
  ['blanks and a line break', `  ${KEY}\r\n`],
  ['a byte order mark and zero-width blanks', `\ufeff\u200b${KEY}\u200d\u2060`],
  ['blanks that do not break', `\u00a0${KEY}\u202f`],
  ['dashes of a word processor', 'ACME\u20137F3K\u201499QX'],
  ['a minus sign', 'ACME\u22127F3K\u221299QX'],
  ['letters of full width', '\uff21\uff23\uff2d\uff25\uff0d7F3K\uff0d99QX'],
])('%s', (_name, pasted) => expect(normalForm(pasted)).toBe(KEY));

test('the characters that are removed and replaced are those of Unicode', () => {
  const wrong: string[] = [];
  for (const character of every()) {
    const plain = character.normalize('NFKC');
    if ([...plain].length !== 1) continue;
    const expected = /[\p{Z}\p{Cc}\p{Cf}]/u.test(plain) ? 'KK' : /[\p{Pd}\u2212]/u.test(plain) ? 'K-K' : null;
    if (expected === null) {
      if (normalForm(`${character}K${character}`) !== `${plain}K${plain}`.normalize('NFKC')) wrong.push(plain);
    } else if (expected === 'KK' ? normalForm(`${character}K${character}`) !== 'K' : normalForm(`K${character}K`) !== 'K-K') {
      wrong.push(`${plain.codePointAt(0)!.toString(16)}`);
    }
  }
  expect(wrong).toEqual([]);
});
