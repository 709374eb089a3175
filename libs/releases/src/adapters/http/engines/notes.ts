import { rangesOf } from '#support/languages';
import type { OfferedRelease } from '../offer-bodies.ts';

const primary = (tag: string): string => tag.toLowerCase().split('-')[0]!;

/**
 * What is new, for clients that take one text: in the language that the client prefers (`Accept-Language`), else in English, else in the
 * first language; undefined if there is nothing.
 */
export function notesOf({ notes }: Pick<OfferedRelease, 'notes'>, preference = ''): string | undefined {
  const tags = Object.keys(notes);
  const wanted = rangesOf(preference).flatMap((range) => [
    tags.find((tag) => tag.toLowerCase() === range.toLowerCase()),
    tags.find((tag) => tag.toLowerCase() === primary(range)),
    tags.find((tag) => primary(tag) === primary(range)),
  ]);
  return notes[wanted.find((tag) => tag !== undefined) ?? 'en'] ?? Object.values(notes)[0];
}
