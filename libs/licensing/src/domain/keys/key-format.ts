import { secretBytes } from '#kernel';
import type { KeyFormat } from '#support/texts';

/** What the characters of a key are. */
export type KeyForm = Omit<KeyFormat, 'acceptsTypedInput'>;

/** As many bytes as can be drawn at once. */
const DRAWN = 32;

/** Random characters, all with the same probability. */
function randomCharacters(alphabet: string, length: number): string {
  const usable = 256 - (256 % alphabet.length);
  let characters = '';
  while (characters.length < length) {
    const bytes = [...secretBytes('license-key-string', DRAWN)].filter((byte) => byte < usable);
    characters += bytes.map((byte) => alphabet[byte % alphabet.length]).join('');
  }
  return characters.slice(0, length);
}

/** The sum of Luhn mod N, from the right: `factor` is that of the last character. */
function luhnSum(alphabet: string, characters: string, factor: 1 | 2): number {
  const n = alphabet.length;
  let [sum, times] = [0, factor];
  for (const character of [...characters].toReversed()) {
    const product = times * alphabet.indexOf(character);
    sum += Math.floor(product / n) + (product % n);
    times = times === 1 ? 2 : 1;
  }
  return sum % n;
}

const checkCharacter = (alphabet: string, characters: string): string =>
  alphabet[(alphabet.length - luhnSum(alphabet, characters, 2)) % alphabet.length]!;

const inGroups = (characters: string, { groups, groupLength }: KeyForm): string =>
  Array.from({ length: groups }, (_, n) => characters.slice(n * groupLength, (n + 1) * groupLength)).join('-');

/** A new key without its prefix. */
export function newKeyOf(format: KeyForm): string {
  const { alphabet, groups, groupLength, check } = format;
  const random = randomCharacters(alphabet, groups * groupLength - (check === 'none' ? 0 : 1));
  return inGroups(check === 'none' ? random : random + checkCharacter(alphabet, random), format);
}

const BLANKS_AND_DASHES = /[\s\p{Pd}]/gu;
/** What is read as another character in alphabets that do not have it. */
const LOOKALIKES: { readonly [typed: string]: string } = { O: '0', I: '1', L: '1' };

const compact = (text: string): string => text.toUpperCase().replace(BLANKS_AND_DASHES, '');

/**
 * The key that somebody meant who did not care for case, blanks and hyphens; null if it is not of this format. `front` is the prefix in
 * upper case.
 */
export function readTyped(typed: string, front: string | null, format: KeyForm): string | null {
  const { alphabet, groups, groupLength, check } = format;
  const text = compact(typed);
  const start = compact(front ?? '');
  if (!text.startsWith(start)) return null;
  const read = (character: string): string => (alphabet.includes(character) ? character : (LOOKALIKES[character] ?? character));
  const characters = Array.from(text.slice(start.length), read);
  if (characters.length !== groups * groupLength || !characters.every((each) => alphabet.includes(each))) return null;
  const body = characters.join('');
  if (check !== 'none' && luhnSum(alphabet, body, 1) !== 0) return null;
  return front ? `${front}-${inGroups(body, format)}` : inGroups(body, format);
}
