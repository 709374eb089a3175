import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { dashboardsEn } from './dashboard-words.en.ts';
import type { chartsEn } from './words.en.ts';

type ChartWords = typeof chartsEn;

const WORDS: WordsOf<ChartWords> = {
  en: async () => (await import('./words.en.ts')).chartsEn,
  de: async () => (await import('./words.de.ts')).chartsDe,
};

export const useChartWords = (): ChartWords => usePartWords(WORDS);

const DASHBOARD_WORDS: WordsOf<typeof dashboardsEn> = {
  en: async () => (await import('./dashboard-words.en.ts')).dashboardsEn,
  de: async () => (await import('./dashboard-words.de.ts')).dashboardsDe,
};

export const useDashboardWords = (): typeof dashboardsEn => usePartWords(DASHBOARD_WORDS);
