import { useLanguage } from '../../i18n/languages.tsx';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words };

const WORDS = { en, de };

export const useWords = (): Words => WORDS[useLanguage().language];
