import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import type { sandboxesEn } from './words.en.ts';

type SandboxWords = typeof sandboxesEn;

const WORDS: WordsOf<SandboxWords> = {
  en: async () => (await import('./words.en.ts')).sandboxesEn,
  de: async () => (await import('./words.de.ts')).sandboxesDe,
};

export const useSandboxWords = (): SandboxWords => usePartWords(WORDS);
