import { parsed } from './versions.ts';

/** The most numbers that a version has. */
const NUMBERS = 8;
/** Ends a list: less than what separates its parts, and both less than all that parts contain. */
const [END, SEPARATOR] = [' ', '!'];
/** Takes the place of a pre-release where there is none: more than every other one. */
const RELEASED = '~';

/** A number without leading zeros, after how many digits it has. */
function numberOrder(number: number): string {
  const digits = String(number);
  return `${String.fromCharCode(0x40 + digits.length)}${digits}`;
}

/** Numbers come before texts. */
const partOrder = (part: string): string => (/^\d+$/.test(part) ? `0${numberOrder(Number(part))}` : `1${part}`);

/**
 * A text for a version: sorted byte by byte (collation `C`), these texts are in the order of `compareVersions`, and versions that are equal
 * there have the same.
 */
export function versionOrder(version: string): string {
  const { numbers, preRelease, build } = parsed(version);
  const padded = [...numbers, ...Array<number>(NUMBERS - numbers.length).fill(0)];
  const before = preRelease.length > 0 ? preRelease.map(partOrder).join(SEPARATOR) : RELEASED;
  return `${padded.map(numberOrder).join('')}${before}${END}${build.map(numberOrder).join('')}`;
}
