import { newId, secretBytes } from '#kernel';
import { formattedForm, frontOf, hasDefaultFormat, plainForm, type KeyFormat } from '#support/texts';

/** Encryption of the stored key strings, which are looked up by keyed digests. */
export abstract class KeyEncryption {
  /** Re-encrypts and re-digests, in batches, what was encrypted with an older secret key. Returns the number of keys changed. */
  abstract reencrypt(): Promise<number>;
}

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
function newKeyOf(format: KeyForm): string {
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

const SHOWN = 6;
/** Shorter strings can be guessed. */
const MIN_OWN_LENGTH = 16;

/**
 * Who made a string, and how it is written: the service made it, at random from at least 100 bits (`generated`); a seller chose it, in a
 * format of the service (`formatted`) or in one of its own (`own`).
 */
export type StringKind = 'generated' | 'formatted' | 'own';

/** Whether a string that a seller chose is shorter than a key should be. What is left out of its normal form does not count. */
export const isShortKey = (key: string): boolean => [...plainForm(key)].length < MIN_OWN_LENGTH;

/** Why nobody could type a string that a seller chose; null if people can. */
export function untypable(key: string): string | null {
  if (/[\p{Cc}\p{Cf}]/u.test(key))
    return 'A license key cannot contain control or format characters, such as line breaks or zero-width spaces.';
  return plainForm(key) === '' ? 'A license key cannot consist of blanks and quotes alone.' : null;
}

/** A new key string: an upper-case UUID or what the format says, prefixed if the benefit has a prefix. */
export function newKeyString(prefix: string | null, format: KeyForm | null = null): string {
  const unique = format ? newKeyOf(format) : newId('license-key-string').toUpperCase();
  const front = frontOf(prefix);
  return front ? `${front}-${unique}` : unique;
}

/** What new keys of a benefit are written in. */
interface KeyStyle {
  readonly prefix: string | null;
  readonly keyFormat?: KeyForm | null;
}

/** A string, and of which kind it is. */
export interface StringOfKind {
  readonly key: string;
  readonly stringKind: StringKind;
}

export const generatedString = ({ prefix, keyFormat }: KeyStyle): StringOfKind => ({
  key: newKeyString(prefix, keyFormat),
  stringKind: 'generated',
});

/** A string that a seller chose for a key of a benefit. */
export function chosenString(key: string, { prefix, keyFormat }: KeyStyle): StringOfKind {
  const read = keyFormat && readTyped(key, frontOf(prefix), keyFormat);
  const isFormatted = hasDefaultFormat(key) || (read && formattedForm(read) === formattedForm(key));
  return { key, stringKind: isFormatted ? 'formatted' : 'own' };
}

/** The masked key: its last six characters, but at most half of a short key. */
export function displayForm(key: string): string {
  const characters = [...key];
  const visible = Math.min(SHOWN, Math.floor(characters.length / 2));
  return `****-${characters.slice(characters.length - visible).join('')}`;
}

/** A string that was replaced, and how long it stays valid. */
export interface ReplacedString {
  readonly key: string;
  readonly validUntil: Date;
}

/** The string that applications present. */
export class KeyString {
  private replaced?: ReplacedString[];

  constructor(private readonly state: { key: string; displayKey: string }) {}

  /** The old string stays valid until that time. */
  replace(value: string, validUntil: Date): void {
    (this.replaced ??= []).push({ key: this.state.key, validUntil });
    this.state.key = value;
    this.state.displayKey = displayForm(value);
  }

  /** A string that was replaced before ends earlier. */
  end(replaced: string, at: Date): void {
    (this.replaced ??= []).push({ key: replaced, validUntil: at });
  }

  /** Returns the strings replaced since the last call, and forgets them. */
  pullReplaced(): ReplacedString[] {
    return this.replaced?.splice(0) ?? [];
  }
}
