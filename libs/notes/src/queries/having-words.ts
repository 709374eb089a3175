import { type RawBuilder, sql } from 'kysely';
import { spellingsOf } from '#support/texts';
import { NOTE_WORDS } from '../adapters/persistence/sql/note-words.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** PostgreSQL refuses words of more than 2,046 bytes. */
const LONGEST = 255;

/** The condition that a note has words that begin so; undefined for a text that no note has: without letters and digits, or too long. */
export function havingWords(text: string): RawBuilder<boolean> | undefined {
  const words = text.match(WORD) ?? [];
  if (words.length === 0 || words.some((word) => word.length > LONGEST)) return undefined;
  const spelled = words.map(
    (word) =>
      `(${spellingsOf(word)
        .map((each) => `${each}:*`)
        .join(' | ')})`,
  );
  return sql<boolean>`${sql.raw(NOTE_WORDS)} @@ to_tsquery('simple', ${spelled.join(' & ')})`;
}
