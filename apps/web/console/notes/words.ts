import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { notesEn } from './words.en.ts';

type NoteWords = typeof notesEn;

const WORDS: WordsOf<NoteWords> = {
  en: async () => (await import('./words.en.ts')).notesEn,
  de: async () => (await import('./words.de.ts')).notesDe,
};

export const useNoteWords = (): NoteWords => usePartWords(WORDS);
