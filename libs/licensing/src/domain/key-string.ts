import { newId } from '#kernel';

const SHOWN = 6;

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
