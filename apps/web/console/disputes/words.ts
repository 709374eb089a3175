import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { disputesEn } from './words.en.ts';

type DisputeWords = typeof disputesEn;

const WORDS: WordsOf<DisputeWords> = {
  en: async () => (await import('./words.en.ts')).disputesEn,
  de: async () => (await import('./words.de.ts')).disputesDe,
};

export const useDisputeWords = (): DisputeWords => usePartWords(WORDS);
