import fc from 'fast-check';
import { SeededRandomness, withRandomness } from '#kernel';
import { frontOf } from '#support/texts';
import { type KeyForm, readTyped, newKeyString } from './key-string.ts';

const ALPHABETS = ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', 'ZYXWVUTSRQ23'];
const format = fc.record({
  alphabet: fc.constantFrom(...ALPHABETS),
  groups: fc.integer({ min: 1, max: 6 }),
  groupLength: fc.integer({ min: 2, max: 8 }),
  check: fc.constantFrom('luhn_mod_n' as const, 'none' as const),
});
const seed = fc.uint8Array({ minLength: 16, maxLength: 16 });
const newKey = (prefix: string | null, of: KeyForm, from: Uint8Array): string =>
  withRandomness(new SeededRandomness(from), () => newKeyString(prefix, of));

test('a generated key has its format, and is read however it is typed', () => {
  fc.assert(
    fc.property(format, fc.constantFrom(null, 'acme', ' Acme Pro '), seed, (of, prefix, from) => {
      const key = newKey(prefix, of, from);
      const front = frontOf(prefix);
      const groups = key.slice(front ? front.length + 1 : 0).split('-');
      expect(groups.map(({ length }) => length)).toEqual(Array(of.groups).fill(of.groupLength));
      for (const typed of [key, key.toLowerCase(), key.replaceAll('-', ' '), key.replaceAll('-', '')]) {
        expect(readTyped(typed, front, of)).toBe(key);
      }
    }),
  );
});

test('the check character finds every wrong character', () => {
  fc.assert(
    fc.property(format, seed, fc.nat(), fc.nat(), (of, from, position, other) => {
      const checked = { ...of, check: 'luhn_mod_n' as const };
      const key = newKey(null, checked, from);
      const places = [...key].flatMap((character, index) => (character === '-' ? [] : [index]));
      const at = places[position % places.length]!;
      const wrong = of.alphabet[other % of.alphabet.length]!;
      fc.pre(wrong !== key[at]);
      expect(readTyped(key.slice(0, at) + wrong + key.slice(at + 1), null, checked)).toBeNull();
    }),
  );
});

test('every character of an alphabet occurs at every place', () => {
  const of = { alphabet: ALPHABETS[3]!, groups: 1, groupLength: 4, check: 'none' } as const;
  const seen = Array.from({ length: 4 }, () => new Set<string>());
  for (let n = 0; n < 1000; n++) [...newKeyString(null, of)].forEach((character, place) => seen[place]!.add(character));
  expect(seen.map(({ size }) => size)).toEqual([12, 12, 12, 12]);
});
