import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { signInClientsEn } from './words.en.ts';

type SignInClientWords = typeof signInClientsEn;

const WORDS: WordsOf<SignInClientWords> = {
  en: async () => (await import('./words.en.ts')).signInClientsEn,
  de: async () => (await import('./words.de.ts')).signInClientsDe,
};

export const useSignInClientWords = (): SignInClientWords => usePartWords(WORDS);
