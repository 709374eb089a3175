/** The versions of the application that a key runs. */
export interface VersionsPolicy {
  readonly minimum?: string;
  /** Parts that it leaves out may have any value: `3` includes 3.9. */
  readonly maximum?: string;
}

interface Version {
  readonly numbers: readonly number[];
  /** Empty for a release. */
  readonly preRelease: readonly string[];
}

function parsed(version: string): Version {
  const [precise] = version.split('+') as [string];
  const hyphen = precise.indexOf('-');
  const numbers = hyphen < 0 ? precise : precise.slice(0, hyphen);
  return { numbers: numbers.split('.').map(Number), preRelease: hyphen < 0 ? [] : precise.slice(hyphen + 1).split('.') };
}

/**
 * Negative, zero or positive, by the rules of semantic versions but for any number of parts: missing parts are 0, a pre-release comes
 * before its release, and what follows `+` does not count.
 */
export function compareVersions(some: string, other: string): number {
  const [a, b] = [parsed(some), parsed(other)];
  return compareNumbers(a.numbers, b.numbers) || comparePreReleases(a.preRelease, b.preRelease);
}

export const isOlder = (version: string, { minimum }: VersionsPolicy): boolean =>
  minimum !== undefined && compareVersions(version, minimum) < 0;

export function isNewer(version: string, { maximum }: VersionsPolicy): boolean {
  if (maximum === undefined) return false;
  const [given, highest] = [parsed(version), parsed(maximum)];
  const compared = compareNumbers(given.numbers.slice(0, highest.numbers.length), highest.numbers);
  return compared > 0 || (compared === 0 && highest.preRelease.length > 0 && compareVersions(version, maximum) > 0);
}

function compareNumbers(some: readonly number[], others: readonly number[]): number {
  const length = Math.max(some.length, others.length);
  for (let index = 0; index < length; index++) {
    const difference = (some[index] ?? 0) - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparePreReleases(some: readonly string[], others: readonly string[]): number {
  if (some.length === 0 || others.length === 0) return others.length - some.length;
  for (let index = 0; index < Math.min(some.length, others.length); index++) {
    const difference = comparePart(some[index]!, others[index]!);
    if (difference !== 0) return difference;
  }
  return some.length - others.length;
}

/** Numbers come before texts. */
function comparePart(some: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(some), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(some) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return some < other ? -1 : some > other ? 1 : 0;
}
