const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** How long what mails bring works, in milliseconds. Mails and pages name the same durations. */
export const CODE_LIFETIME = 30 * MINUTE;
export const EMAIL_CHANGE_LIFETIME = 30 * MINUTE;
export const MEMBER_INVITATION_LIFETIME = 7 * DAY;
export const SEAT_INVITATION_LIFETIME = 24 * HOUR;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** A duration by the conventions of a locale, in the largest unit of which it is more than one: 24 hours, 7 days. */
export function durationIn(locale: string, milliseconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => milliseconds % each === 0 && milliseconds > each) ?? UNITS[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(milliseconds / length);
}
