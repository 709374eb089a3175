export { knownLocale, type Language, LANGUAGES, type Locale, localeOf } from './languages.ts';
