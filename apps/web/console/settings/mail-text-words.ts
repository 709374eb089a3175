import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { mailTextsEn } from './mail-text-words.en.ts';

type MailTextWords = typeof mailTextsEn;

const WORDS: WordsOf<MailTextWords> = {
  en: async () => (await import('./mail-text-words.en.ts')).mailTextsEn,
  de: async () => (await import('./mail-text-words.de.ts')).mailTextsDe,
};

export const useMailTextWords = (): MailTextWords => usePartWords(WORDS);
