import { useLanguage, type WordsOf } from '../../i18n/languages.tsx';
import type { Words } from './en.ts';

export type { Words };

export const WORDS: WordsOf<Words> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

export const useWords = (): Words => useLanguage().words as Words;
