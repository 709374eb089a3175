import { usePartWords, type WordsOf } from '../../../i18n/languages.tsx';
import type { CustomFieldWords } from './words.en.ts';

const WORDS: WordsOf<CustomFieldWords> = {
  en: async () => (await import('./words.en.ts')).customFieldsEn,
  de: async () => (await import('./words.de.ts')).customFieldsDe,
};

export const useCustomFieldWords = (): CustomFieldWords => usePartWords(WORDS);
