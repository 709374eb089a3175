import { sha256 } from './sha256.ts';

const encoder = new TextEncoder();
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE: Readonly<Record<string, string>> = { '+': '-', '/': '_' };

/** The values of the characters of base64, in either alphabet. */
const SEXTETS = new Map(
  [...BASE64].flatMap((character, value) => [[character, value] as const, [URL_SAFE[character] ?? character, value] as const]),
);

/** Bytes that no other thread shares. `Uint8Array` is not generic before TypeScript 5.7, and applications may be compiled by 5.4. */
export type Bytes = Uint8Array & { readonly buffer: ArrayBuffer };

export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes;

/** Throws if the bytes are no UTF-8. Not every runtime has a `TextDecoder` that does. */
export function utf8Text(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) escaped += byte < 16 ? `%0${byte.toString(16)}` : `%${byte.toString(16)}`;
  return decodeURIComponent(escaped);
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first, second, third] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += BASE64[bits >> 18]! + BASE64[(bits >> 12) & 63]!;
    text += (second === undefined ? '=' : BASE64[(bits >> 6) & 63]!) + (third === undefined ? '=' : BASE64[bits & 63]!);
  }
  return text;
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes)
    .replace(/[+/]/g, (character) => URL_SAFE[character]!)
    .replace(/=+$/, '');

/** Decodes base64 of either alphabet. Undefined if the text is no base64. */
export function fromBase64(text: string): Bytes | undefined {
  const characters = text.replace(/={1,2}$/, '');
  if (characters.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((characters.length * 3) / 4));
  let [bits, length, at] = [0, 0, 0];
  for (const character of characters) {
    const sextet = SEXTETS.get(character);
    if (sextet === undefined) return undefined;
    bits = ((bits << 6) | sextet) & 0xffff;
    length += 6;
    if (length < 8) continue;
    length -= 8;
    bytes[at++] = (bits >> length) & 0xff;
  }
  return bytes;
}

/** The value of a digest field (RFC 9530). */
export const contentDigest = async (text: string): Promise<string> => `sha-256=:${toBase64(await sha256(utf8(text)))}:`;

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined if the text is no JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is a number of units for each of some names. */
export const isUnits = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) && Object.values(value).every((units) => Number.isSafeInteger(units) && (units as number) >= 0);
