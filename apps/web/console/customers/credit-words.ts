import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { creditsEn } from './credit-words.en.ts';

type CreditWords = typeof creditsEn;

const WORDS: WordsOf<CreditWords> = {
  en: async () => (await import('./credit-words.en.ts')).creditsEn,
  de: async () => (await import('./credit-words.de.ts')).creditsDe,
};

export const useCreditWords = (): CreditWords => usePartWords(WORDS);
