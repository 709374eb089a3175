import { crc32 } from 'node:zlib';
import { kindOfToken, newToken, type TokenKind } from './token.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIXES: [TokenKind, string][] = [
  ['oat', 'latchkey_oat_'],
  ['pat', 'latchkey_pat_'],
];

const valueOf = (text: string): bigint => [...text].reduce((sum, letter) => sum * 62n + BigInt(ALPHABET.indexOf(letter)), 0n);

describe.each(PREFIXES)('a token of kind %s', (kind, prefix) => {
  test('is the prefix, 32 random bytes and a checksum, all in base62', () => {
    const token = newToken(kind);
    expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
    expect(valueOf(token.slice(prefix.length, -6))).toBeLessThan(2n ** 256n);
    expect(valueOf(token.slice(-6))).toBe(BigInt(crc32(token.slice(0, -6))));
  });

  test('has a recognizable kind, and no two are the same', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken(kind));
    expect(new Set(tokens).size).toBe(1000);
    expect(new Set(tokens.map(kindOfToken))).toEqual(new Set([kind]));
  });

  test('with any single character changed is not a token', () => {
    const token = newToken(kind);
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'x' ? 'y' : 'x';
      expect(kindOfToken(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
    }
  });

  test.each([
    ['without its last character', (token: string) => token.slice(0, -1)],
    ['with an additional character', (token: string) => `${token}0`],
    ['with a space in front', (token: string) => ` ${token}`],
    ['in capitals', (token: string) => token.toUpperCase()],
    ['with two letters swapped', (token: string) => token.slice(0, 20) + token[21]! + token[20]! + token.slice(22)],
    ['with the prefix of another kind', (token: string) => token.replace(/_[a-z]{3}_/, kind === 'oat' ? '_pat_' : '_oat_')],
  ])('%s is not a token', (_what, spoil) => {
    // Swapping two equal letters changes nothing.
    const token = Array.from({ length: 9 }, () => newToken(kind)).find((each) => each[20] !== each[21])!;
    expect(kindOfToken(spoil(token))).toBeUndefined();
  });
});

test.each([
  '',
  'latchkey_oat_',
  'latchkey_xyz_',
  'Bearer',
  'polar_oat_abc',
  `latchkey_oat_${'0'.repeat(49)}`,
  '\0',
  '😀'.repeat(62),
])('%j is not a token', (token) => {
  expect(kindOfToken(token)).toBeUndefined();
});
