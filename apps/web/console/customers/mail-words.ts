import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { mailsEn } from './mail-words.en.ts';

type MailWords = typeof mailsEn;

const WORDS: WordsOf<MailWords> = {
  en: async () => (await import('./mail-words.en.ts')).mailsEn,
  de: async () => (await import('./mail-words.de.ts')).mailsDe,
};

export const useMailWords = (): MailWords => usePartWords(WORDS);
