import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { releasesEn } from './words.en.ts';

type ReleaseWords = typeof releasesEn;

const WORDS: WordsOf<ReleaseWords> = {
  en: async () => (await import('./words.en.ts')).releasesEn,
  de: async () => (await import('./words.de.ts')).releasesDe,
};

export const useReleaseWords = (): ReleaseWords => usePartWords(WORDS);
