/** The languages of mails and of the portal, by their own names. The console has fewer. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** In which direction lines are written. */
export const DIRECTIONS: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', de: 'ltr', ar: 'rtl' };

/** What is the same in every region: keys and versions beside the numbers have these digits, and orders these months. */
const CONVENTIONS: Record<Language, string> = { en: '', de: '', ar: '-u-ca-gregory-nu-latn' };
/** British formats: days before months. */
export const REGIONS: Record<Language, string> = { en: 'en-GB', de: 'de-DE', ar: `ar${CONVENTIONS.ar}` };
const MOST_CHARACTERS = 200;

/** How a text is written: its language, and the BCP 47 tag by which days and numbers are formatted. */
export interface Locale {
  readonly language: Language;
  readonly tag: string;
}

function localeIn(range: string): Locale | null {
  const language = LANGUAGES.find((each) => new RegExp(`^${each}(-|$)`, 'i').test(range));
  if (!language) return null;
  try {
    const { region } = new Intl.Locale(range);
    return { language, tag: region === undefined ? REGIONS[language] : `${language}-${region}${CONVENTIONS[language]}` };
  } catch {
    return null;
  }
}

/** The ranges of an `Accept-Language` header, those that are preferred first. A BCP 47 tag is such a header. */
export const rangesOf = (header: string): string[] =>
  header
    .slice(0, MOST_CHARACTERS)
    .split(',')
    .map((part) => {
      const [range = '', weight] = part.split(';').map((each) => each.trim());
      return { range, quality: weight === undefined ? 1 : Number(/^q=([\d.]+)$/i.exec(weight)?.[1] ?? 0) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ range }) => range);

/** The first locale of a header or tag whose language the service has; null if there is none. */
export function knownLocale(preference: string | null | undefined): Locale | null {
  for (const range of preference ? rangesOf(preference) : []) {
    const locale = localeIn(range);
    if (locale) return locale;
  }
  return null;
}

/** The locale of the first of the preferences that the service has, else English. */
export function localeOf(...preferences: readonly (string | null | undefined)[]): Locale {
  for (const preference of preferences) {
    const locale = knownLocale(preference);
    if (locale) return locale;
  }
  return { language: 'en', tag: REGIONS.en };
}
