import { usePartWords, type WordsOf } from '../../../i18n/languages.tsx';
import type { KeyBatchWords } from './words.en.ts';

const WORDS: WordsOf<KeyBatchWords> = {
  en: async () => (await import('./words.en.ts')).keyBatchesEn,
  de: async () => (await import('./words.de.ts')).keyBatchesDe,
};

export const useKeyBatchWords = (): KeyBatchWords => usePartWords(WORDS);
