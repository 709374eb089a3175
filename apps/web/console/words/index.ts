import { useLanguage } from '../../i18n/languages.tsx';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

const WORDS = { en, de };

export const useWords = (): Words => WORDS[useLanguage().language];
/** A page of the navigation, or the title of a group of them. */
export type NavigationName = keyof Words['nav'];
