import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { singleSignOnSettingsEn } from './single-sign-on-words.en.ts';

type SingleSignOnWords = typeof singleSignOnSettingsEn;

const WORDS: WordsOf<SingleSignOnWords> = {
  en: async () => (await import('./single-sign-on-words.en.ts')).singleSignOnSettingsEn,
  de: async () => (await import('./single-sign-on-words.de.ts')).singleSignOnSettingsDe,
};

export const useSingleSignOnWords = (): SingleSignOnWords => usePartWords(WORDS);
