import { useLanguage, type WordsOfAll } from '../../i18n/languages.tsx';
import type { SignInWords } from './words.en.ts';

export const SIGN_IN_WORDS: WordsOfAll<SignInWords> = {
  en: async () => (await import('./words.en.ts')).signInEn,
  de: async () => (await import('./words.de.ts')).signInDe,
  ar: async () => (await import('./words.ar.ts')).signInAr,
};

export const useSignInWords = (): SignInWords => useLanguage().words as SignInWords;
