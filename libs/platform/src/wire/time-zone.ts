import { UNKNOWN_TIME_ZONE } from '#support/days';
import { defineField, type Field } from './field.ts';
import { SHORT_TEXT } from '#support/texts';

/** Three-letter abbreviations are ambiguous, except these. */
const THREE_LETTER_ZONES = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

/**
 * A name of the IANA time zone database. A name with a place is passed on as it is, because PostgreSQL may not know its canonical
 * form. A name without a place is passed on in its canonical form, because PostgreSQL may take it for an abbreviation.
 */
function zoneOf(zoneName: string): string | undefined {
  if (!/^[A-Z]/i.test(zoneName) || (zoneName.length === 3 && !THREE_LETTER_ZONES.test(zoneName))) return undefined;
  try {
    const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone: zoneName }).resolvedOptions();
    return zoneName.includes('/') ? zoneName : canonical;
  } catch {
    return undefined;
  }
}

const ZONE = '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$';

/** The name of a time zone. The database may still not know it: see `isUnknownZone`. */
export const timeZone = (): Field<string> =>
  defineField({
    schema: { type: 'string', minLength: 1, maxLength: SHORT_TEXT.max, pattern: ZONE },
    read: (input, issues) => {
      const zone = typeof input === 'string' && input.length <= SHORT_TEXT.max ? zoneOf(input) : undefined;
      if (zone === undefined) issues.push({ loc: [], type: 'enum', msg: UNKNOWN_TIME_ZONE, input });
      return zone ?? 'UTC';
    },
  });
