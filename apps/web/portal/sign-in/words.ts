import { useLanguage, type WordsOf } from '../../i18n/languages.tsx';
import type { SignInWords } from './words.en.ts';

export const SIGN_IN_WORDS: WordsOf<SignInWords> = {
  en: async () => (await import('./words.en.ts')).signInEn,
  de: async () => (await import('./words.de.ts')).signInDe,
};

export const useSignInWords = (): SignInWords => useLanguage().words as SignInWords;
