import { useLanguage, type WordsOf } from '../../i18n/languages.tsx';
import type { Words } from './en.ts';

export const WORDS: WordsOf<Words> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

export const useWords = (): Words => useLanguage().words as Words;
/** A page of the navigation, or the title of a group of them. */
export type NavigationName = keyof Words['nav'];
