import { useLanguage } from '../../i18n/languages.tsx';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

const WORDS = { en, de };

export const useWords = (): Words => WORDS[useLanguage().language];
export type Page = 'overview' | 'keys' | 'customers';
