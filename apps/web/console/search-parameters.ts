/** What the address says after its question mark: only what is known, so that an address that somebody has changed shows a list. */
export type Search = Record<string, unknown>;

export const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined;

export const oneIn = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((each) => each === value);

/** The number of a page after the first. */
export const pageIn = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
};

/** A day, as `2026-11-23`. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
