import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type Language, LANGUAGE_NAMES, REGIONS } from '../../../libs/kernel/src/languages.ts';
import { type Formats, formatsOf } from './formats.ts';
import { de } from './ui-words.de.ts';
import { en, type UiWords } from './ui-words.en.ts';

const STORED = 'latchkey.language';
const UI_WORDS: Record<Language, UiWords> = { en, de };

interface Choice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
  readonly formats: Formats;
}

/** The time zone of the organization whose pages these are; undefined on pages of none. */
const TimeZoneContext = createContext<string | undefined>(undefined);

const LanguageContext = createContext<Choice | null>(null);

const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGE_NAMES;

/** The language that was chosen before, else the first of the browser that the pages have. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(preferredLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => {
    const choose = (chosen: Language): void => {
      localStorage.setItem(STORED, chosen);
      setLanguage(chosen);
    };
    return { language, choose, formats: formatsOf(REGIONS[language]) };
  }, [language]);
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>{children}</I18nProvider>
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

/** That of the organization, else the reader's. */
export const useTimeZone = (): string => use(TimeZoneContext) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
export const useFormats = (): Formats => useLanguage().formats;
export const useUiWords = (): UiWords => UI_WORDS[useLanguage().language];
