import { usePartWords, type WordsOf } from '../../../i18n/languages.tsx';
import type { KeyImportWords } from './words.en.ts';

const WORDS: WordsOf<KeyImportWords> = {
  en: async () => (await import('./words.en.ts')).keyImportEn,
  de: async () => (await import('./words.de.ts')).keyImportDe,
};

export const useKeyImportWords = (): KeyImportWords => usePartWords(WORDS);
