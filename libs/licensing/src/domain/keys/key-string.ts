import { newId } from '#kernel';
import { formattedForm, hasDefaultFormat, plainForm } from '#support/texts';
import { type KeyForm, newKeyOf, readTyped } from './key-format.ts';

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

/** The beginning of the keys of a benefit that has this prefix; null if there is none. */
export const frontOf = (prefix: string | null): string | null => prefix?.trim().toUpperCase() || null;

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
interface StringOfKind {
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

  constructor(
    public value: string,
    public display: string,
    /** Of a new string; strings that are loaded have none. */
    readonly kind?: StringKind,
  ) {}

  /** The old string stays valid until that time. */
  replace(value: string, validUntil: Date): void {
    (this.replaced ??= []).push({ key: this.value, validUntil });
    this.value = value;
    this.display = displayForm(value);
  }

  /** Returns the strings replaced since the last call, and forgets them. */
  pullReplaced(): ReplacedString[] {
    return this.replaced?.splice(0) ?? [];
  }
}
