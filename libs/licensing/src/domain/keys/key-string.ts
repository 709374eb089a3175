import { newId } from '#kernel';
import { type KeyForm, newKeyOf } from './key-format.ts';

const SHOWN = 6;
/** Shorter strings can be guessed. */
const MIN_OWN_LENGTH = 16;

/** Whether a string that a seller chose is shorter than a key should be. */
export const isShortKey = (key: string): boolean => [...key].length < MIN_OWN_LENGTH;

/** The beginning of the keys of a benefit that has this prefix; null if there is none. */
export const frontOf = (prefix: string | null): string | null => prefix?.trim().toUpperCase() || null;

/** A new key string: an upper-case UUID or what the format says, prefixed if the benefit has a prefix. */
export function newKeyString(prefix: string | null, format: KeyForm | null = null): string {
  const unique = format ? newKeyOf(format) : newId('license-key-string').toUpperCase();
  const front = frontOf(prefix);
  return front ? `${front}-${unique}` : unique;
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
