import { newId } from '#kernel';

const SHOWN = 6;
/** Shorter strings can be guessed. */
const MIN_OWN_LENGTH = 16;

/** Whether a string that a seller chose is shorter than a key should be. */
export const isShortKey = (key: string): boolean => [...key].length < MIN_OWN_LENGTH;

/** A new key string: an upper-case UUID, prefixed if the benefit has a prefix. */
export function newKeyString(prefix: string | null): string {
  const unique = newId('license-key-string').toUpperCase();
  const front = prefix?.trim().toUpperCase();
  return front ? `${front}-${unique}` : unique;
}

/** The masked key: its last six characters, but at most half of a short key. */
export function displayForm(key: string): string {
  const characters = [...key];
  const visible = Math.min(SHOWN, Math.floor(characters.length / 2));
  return `****-${characters.slice(characters.length - visible).join('')}`;
}
