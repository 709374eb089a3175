import { randomUUID } from 'node:crypto';

const SHOWN = 6;

/** A new key: an upper-case UUID, behind the benefit's prefix where it has one. */
export function newKeyString(prefix: string | null): string {
  const unique = randomUUID().toUpperCase();
  const front = prefix?.trim().toUpperCase();
  return front ? `${front}-${unique}` : unique;
}

/** What may be shown of a key: its last six characters, and never more than half of a short one. */
export function displayForm(key: string): string {
  const characters = [...key];
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return `****-${characters.slice(characters.length - shown).join('')}`;
}
