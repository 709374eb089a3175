import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { viewsEn } from './words.en.ts';

type ViewWords = typeof viewsEn;

const WORDS: WordsOf<ViewWords> = {
  en: async () => (await import('./words.en.ts')).viewsEn,
  de: async () => (await import('./words.de.ts')).viewsDe,
};

export const useViewWords = (): ViewWords => usePartWords(WORDS);
