import { usePartWords, type WordsOfAll } from '../../i18n/languages.tsx';
import type { releasesEn } from './words.en.ts';

type ReleaseWords = typeof releasesEn;

const WORDS: WordsOfAll<ReleaseWords> = {
  en: async () => (await import('./words.en.ts')).releasesEn,
  de: async () => (await import('./words.de.ts')).releasesDe,
  ar: async () => (await import('./words.ar.ts')).releasesAr,
};

export const useReleaseWords = (): ReleaseWords => usePartWords(WORDS);
