import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { chartsEn } from './words.en.ts';

type ChartWords = typeof chartsEn;

const WORDS: WordsOf<ChartWords> = {
  en: async () => (await import('./words.en.ts')).chartsEn,
  de: async () => (await import('./words.de.ts')).chartsDe,
};

export const useChartWords = (): ChartWords => usePartWords(WORDS);
