import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { keyPoolsEn } from './words.en.ts';

type KeyPoolWords = typeof keyPoolsEn;

const WORDS: WordsOf<KeyPoolWords> = {
  en: async () => (await import('./words.en.ts')).keyPoolsEn,
  de: async () => (await import('./words.de.ts')).keyPoolsDe,
};

export const useKeyPoolWords = (): KeyPoolWords => usePartWords(WORDS);
