import { useLanguage, type WordsOfAll } from '../../i18n/languages.tsx';
import type { Words } from './en.ts';

export type { Words };

export const WORDS: WordsOfAll<Words> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  ar: async () => (await import('./ar.ts')).ar,
};

export const useWords = (): Words => useLanguage().words as Words;
