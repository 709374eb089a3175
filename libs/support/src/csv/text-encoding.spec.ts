import { EncodingDetector, textOf, UnknownEncoding } from './text-encoding.ts';

const TEXT = 'name;Ort\r\nMüller;Köln\r\n';
const BOM = '\uFEFF';
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(BOM + TEXT)],
  ['UTF-16 LE with one', Buffer.from(BOM + TEXT, 'utf16le')],
  ['UTF-16 BE with one', swapped(BOM + TEXT)],
  ['UTF-16 LE without one', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 BE without one', swapped(TEXT)],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
])('%s is recognized', (_name, bytes) => expect(textOf(bytes)).toBe(TEXT));

test.each([
  ['a letter that Czech and French have at the same place', Buffer.from('Dvo\u00f8\u00e1k', 'latin1')],
  ['Cyrillic', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
  ['many letters in a row', Buffer.from('öäüö', 'latin1')],
  ['the code page of DOS', Buffer.from([0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72])],
  ['UTF-8 that is cut off', Buffer.from('ü').subarray(0, 1)],
  ['half a character of UTF-16', Buffer.from(`${BOM}a`, 'utf16le').subarray(0, 3)],
])('%s is refused', (_name, bytes) => expect(() => textOf(bytes)).toThrow(UnknownEncoding));

test('what is said counts, if it is right', () => {
  expect(textOf(Buffer.from('Dvo\u00f8\u00e1k', 'latin1'), 'windows-1250')).toBe('Dvořák');
  expect(() => textOf(Buffer.from('ü', 'latin1'), 'utf-8')).toThrow(UnknownEncoding);
  expect(() => textOf(Buffer.from('u'), 'klingon')).toThrow(UnknownEncoding);
});

test('pieces may end anywhere', () => {
  const bytes = Buffer.from(TEXT);
  const detector = new EncodingDetector();
  for (let index = 0; index < bytes.length; index++) detector.add(bytes.subarray(index, index + 1));
  expect(detector.end()).toBe('utf-8');
  expect(new EncodingDetector().end()).toBe('utf-8');
});
