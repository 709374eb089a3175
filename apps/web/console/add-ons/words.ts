import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { addOnsEn } from './words.en.ts';

const WORDS: WordsOf<typeof addOnsEn> = {
  en: async () => (await import('./words.en.ts')).addOnsEn,
  de: async () => (await import('./words.de.ts')).addOnsDe,
};

export const useAddOnWords = (): typeof addOnsEn => usePartWords(WORDS);
