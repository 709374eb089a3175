import type { ValidatedLicenseKey } from '../../commands/keys/validate-license-key.ts';

type Told = NonNullable<ValidatedLicenseKey['standing']>;

export const STANDING_HEADER = 'license-standing';
/** Nothing is to be told. */
export const GOOD = 'good';

/** A list of tokens with parameters (RFC 9651), such as `trial;until="2026-12-13T09:00:00.000Z", over_limit;limit=3;used=10`. */
export const standingText = (told: Told): string => told.map(itemOf).join(', ');

const itemOf = ({ name, ...parameters }: Told[number]): string =>
  [name, ...Object.entries(parameters as object).flatMap(parameterOf)].join(';');

const parameterOf = ([name, value]: readonly [string, unknown]): string | readonly [] => {
  if (value === null) return [];
  return `${name}=${value instanceof Date ? `"${value.toISOString()}"` : String(value)}`;
};
