/** The characters of keys for which none are chosen. */
const USUAL = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UUID = '7C9E6679-7425-40DE-944B-E07FC1F90AE7';
/** The beginning of a key that proves itself. */
const SIGNED = 'LK1.AAEABWoddEBr_qfAPyUE4E…';
const DAYS = { day: 1, month: 30, year: 365 } as const;
/** Co-prime to every length of an alphabet, so that many characters appear. */
const STEP = 41;

/** A key as those of a benefit will look, from the fields of its form. No such key is ever issued. */
export function sampleKey(form: FormData): string {
  const text = (name: string): string => String(form.get(`properties.${name}`) ?? '').trim();
  const [groups, length] = [Number(text('key_format.groups')), Number(text('key_format.group_length'))];
  const alphabet = text('key_format.alphabet').toUpperCase() || USUAL;
  const isOwn = groups > 0 && length > 0 && groups * length <= 128;
  const characters = Array.from(
    { length: isOwn ? groups * length : 0 },
    (_, index) => alphabet[(index * STEP + 7) % alphabet.length],
  );
  const random = isOwn
    ? Array.from({ length: groups }, (_, index) => characters.slice(index * length, (index + 1) * length).join('')).join('-')
    : UUID;
  const unique = text('key_format.type') === 'signed' ? SIGNED : random;
  const prefix = text('prefix').toUpperCase();
  return prefix ? `${prefix}-${unique}` : unique;
}

/** About when a key that is issued now ends; null if it does not, or nobody knows. */
export function daysAhead(count: string, unit: string, now: Date): Date | null {
  const days = Number(count) * (DAYS[unit as keyof typeof DAYS] ?? Number.NaN);
  return days > 0 && days < 36_500 ? new Date(now.getTime() + days * 86_400_000) : null;
}
