import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { DIRECTIONS, type Language, LANGUAGE_NAMES, LANGUAGES, REGIONS } from '../../../libs/support/src/languages/languages.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { UiWords } from './ui-words.en.ts';

const STORED = 'latchkey.language';

/** The languages in which every page is written. */
type ConsoleLanguage = 'en' | 'de';
type Load<Words> = () => Promise<Words>;
/** What loads the words of each language that pages have; those of the console have some. */
export type WordsOf<Words> = Readonly<Record<ConsoleLanguage, Load<Words>> & Partial<Record<Language, Load<Words>>>>;
/** What loads the words of each language; pages of the portal have all. */
export type WordsOfAll<Words> = Readonly<Record<Language, Load<Words>>>;

const UI_WORDS: WordsOfAll<UiWords> = {
  en: async () => (await import('./ui-words.en.ts')).en,
  de: async () => (await import('./ui-words.de.ts')).de,
  ar: async () => (await import('./ui-words.ar.ts')).ar,
};
/** The names by which React Aria knows the languages. */
const LOCALES: Record<Language, string> = { en: 'en-US', de: 'de-DE', ar: 'ar-AE' };

/** A language with its words: those that all pages have, and those of the pages that are shown. */
interface Spoken {
  readonly language: Language;
  readonly uiWords: UiWords;
  readonly words: unknown;
}

interface Choice extends Spoken {
  /** Those that the pages have. */
  readonly languages: readonly Language[];
  readonly choose: (language: Language) => void;
  readonly formats: Formats;
}

/** The time zone of the organization whose pages these are; undefined on pages of none. */
const TimeZoneContext = createContext<string | undefined>(undefined);

const LanguageContext = createContext<Choice | null>(null);

const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGE_NAMES;
const languagesOf = (words: WordsOf<unknown>): readonly Language[] => LANGUAGES.filter((each) => each in words);

/** That in which a mail with a link to this page was asked for, or that was chosen before, else the first of the browser that the pages have. */
function preferredLanguage(languages: readonly Language[]): Language {
  const isAmong = (text: string | null): text is Language => isLanguage(text) && languages.includes(text);
  const linked = new URLSearchParams(location.hash.slice(1)).get('lang');
  if (isLanguage(linked)) localStorage.setItem(STORED, linked);
  const stored = localStorage.getItem(STORED);
  if (isAmong(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isAmong) ?? 'en';
}

/** Parts of the console have words in fewer languages than there are. */
const loaderOf = <Words,>(words: WordsOf<Words>, language: Language): Load<Words> => words[language] ?? words.en;

/** Loads a language, by default that of the reader. Requests are sent in it from then on. */
export async function speak(words: WordsOf<unknown>, language = preferredLanguage(languagesOf(words))): Promise<Spoken> {
  const [uiWords, own] = await Promise.all([UI_WORDS[language](), loaderOf(words, language)()]);
  document.documentElement.lang = language;
  document.documentElement.dir = DIRECTIONS[language];
  return { language, uiWords, words: own };
}

export function LanguageProvider({
  words,
  spoken,
  children,
}: {
  readonly words: WordsOf<unknown>;
  /** The first language. */
  readonly spoken: Spoken;
  readonly children: ReactNode;
}): ReactNode {
  const [current, setCurrent] = useState(spoken);
  const { language } = current;
  const choice = useMemo(() => {
    const choose = (chosen: Language): void => {
      localStorage.setItem(STORED, chosen);
      void speak(words, chosen).then(setCurrent);
    };
    return { ...current, languages: languagesOf(words), choose, formats: formatsOf(REGIONS[current.language]) };
  }, [current, words]);
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={LOCALES[language]}>{children}</I18nProvider>
    </LanguageContext>
  );
}

/** Shows days in the time zone of an organization. */
export function TimeZoneProvider({ of, children }: { readonly of: string; readonly children: ReactNode }): ReactNode {
  const chosen = useLanguage();
  const { language } = chosen;
  const choice = useMemo(() => ({ ...chosen, formats: formatsOf(REGIONS[language], of) }), [chosen, language, of]);
  return (
    <TimeZoneContext value={of}>
      <LanguageContext value={choice}>{children}</LanguageContext>
    </TimeZoneContext>
  );
}

export function useLanguage(): Choice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('There is no LanguageProvider');
  return choice;
}

const partWords = new Map<() => Promise<unknown>, Promise<unknown>>();

/** The words of a part of the pages that is loaded when it is shown, in the language of the reader. Suspends until they are there. */
export function usePartWords<Words>(words: WordsOf<Words>): Words {
  const load = loaderOf(words, useLanguage().language);
  const loading = (partWords.get(load) as Promise<Words> | undefined) ?? load();
  partWords.set(load, loading);
  return use(loading);
}

/** The time zone of the organization, else the reader's. */
export const useTimeZone = (): string => use(TimeZoneContext) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
export const useFormats = (): Formats => useLanguage().formats;
export const useUiWords = (): UiWords => useLanguage().uiWords;
