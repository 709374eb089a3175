export { DIRECTIONS, knownLocale, type Language, LANGUAGES, localeOf, rangesOf } from './languages.ts';
