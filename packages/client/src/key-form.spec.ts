import { normalForm } from './key-form.ts';

const every = function* (): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
};

test('the characters that are removed and replaced are those of Unicode', () => {
  const wrong: string[] = [];
  for (const character of every()) {
    const plain = character.normalize('NFKC');
    if ([...plain].length !== 1) continue;
    const expected = /[\p{Z}\p{Cc}\p{Cf}\p{Quotation_Mark}`]/u.test(plain) ? 'KK' : /[\p{Pd}\u2212]/u.test(plain) ? 'K-K' : null;
    if (expected === null) {
      if (normalForm(`${character}K${character}`) !== `${plain}K${plain}`.normalize('NFKC')) wrong.push(plain);
    } else if (expected === 'KK' ? normalForm(`${character}K${character}`) !== 'K' : normalForm(`K${character}K`) !== 'K-K') {
      wrong.push(`${plain.codePointAt(0)!.toString(16)}`);
    }
  }
  expect(wrong).toEqual([]);
});
