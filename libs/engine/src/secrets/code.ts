import { randomInt } from 'node:crypto';

/** Characters of an alphabet, drawn uniformly from a cryptographically secure source. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('');

/** Characters that are hard to confuse with each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MISTAKEN: { readonly [character: string]: string } = { O: '0', I: '1', L: '1' };

/** Random characters for a code that people type. */
export const newCode = (length: number): string => randomText(ALPHABET, length);

/** The characters of a typed code, whatever its case, spaces and hyphens; null if it is not in the format of a code. */
export function readCode(typed: string, length: number): string | null {
  const characters = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (character) => MISTAKEN[character]!);
  return new RegExp(`^[${ALPHABET}]{${length}}$`).test(characters) ? characters : null;
}
