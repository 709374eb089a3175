const RULES = new Intl.PluralRules('ar');
const [ISOLATE, POP] = ['\u2068', '\u2069'];

/** A number with what is counted. `#` is where the number stands; none, one and two are words without it. */
export const countedInArabic = (
  count: number,
  forms: Readonly<Record<Intl.LDMLPluralRule, string>>,
  written = String(count),
): string => forms[RULES.select(count)].replace('#', written);

/** A name, an address or a key within a sentence: signs at its ends stay with it. */
export const isolated = (text: string): string => ISOLATE + text + POP;
