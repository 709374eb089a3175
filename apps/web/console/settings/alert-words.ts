import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { alertsEn } from './alert-words.en.ts';

type AlertWords = typeof alertsEn;

const WORDS: WordsOf<AlertWords> = {
  en: async () => (await import('./alert-words.en.ts')).alertsEn,
  de: async () => (await import('./alert-words.de.ts')).alertsDe,
};

export const useAlertWords = (): AlertWords => usePartWords(WORDS);
