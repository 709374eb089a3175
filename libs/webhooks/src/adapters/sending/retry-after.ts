const MAX_LENGTH = 64;

/** `Date.parse` also takes numbers and other texts for dates. */
const timeOf = (value: string): number => (/^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN);

/** The seconds that a header `Retry-After` asks to wait, given as a number or as a date; null if there is none or it is invalid. */
export function secondsToWait(header: string | string[] | undefined, now: Date): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value.length > MAX_LENGTH) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (timeOf(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
