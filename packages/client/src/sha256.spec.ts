import { createHash } from 'node:crypto';
import { fromBase64, toBase64, toBase64Url, utf8Text } from './bytes.ts';
import { sha256InScript } from './sha256.ts';

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, n) => (n * 151 + 7) & 0xff);

test('SHA-256 in script is that of OpenSSL at every length around the blocks', () => {
  const lengths = [...Array.from({ length: 200 }, (_, n) => n), 1000, 65_537];
  const wrong = lengths.filter(
    (length) => Buffer.compare(sha256InScript(bytes(length)), createHash('sha256').update(bytes(length)).digest()) !== 0,
  );
  expect(wrong).toEqual([]);
});

test('base64 of both alphabets is that of Node', () => {
  for (let length = 0; length < 100; length++) {
    const encoded = Buffer.from(bytes(length));
    expect(toBase64(encoded)).toBe(encoded.toString('base64'));
    expect(toBase64Url(encoded)).toBe(encoded.toString('base64url'));
    expect(Buffer.from(fromBase64(encoded.toString('base64'))!)).toEqual(encoded);
    expect(Buffer.from(fromBase64(encoded.toString('base64url'))!)).toEqual(encoded);
  }
  expect(['A', 'AA*A', 'A=AA', 'ä'].map(fromBase64)).toEqual(Array(4).fill(undefined));
});

test('what is no UTF-8 is no text', () => {
  expect(utf8Text(Buffer.from('größer 🙂'))).toBe('größer 🙂');
  expect(() => utf8Text(Uint8Array.of(0xc3, 0x28))).toThrow(URIError);
  expect(() => utf8Text(Uint8Array.of(0xff))).toThrow(URIError);
});
