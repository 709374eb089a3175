import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { tagsEn } from './words.en.ts';

type TagWords = typeof tagsEn;

const WORDS: WordsOf<TagWords> = {
  en: async () => (await import('./words.en.ts')).tagsEn,
  de: async () => (await import('./words.de.ts')).tagsDe,
};

export const useTagWords = (): TagWords => usePartWords(WORDS);
