import { compareNumbers, compareVersions, parsed, type Version } from '#support/versions';

/** The versions of the application that a key runs. */
export interface VersionsPolicy {
  readonly minimum?: string;
  /** Parts that it leaves out may have any value: `3` includes 3.9. */
  readonly maximum?: string;
}

export const isOlder = (version: string, { minimum }: VersionsPolicy): boolean =>
  minimum !== undefined && compareVersions(version, minimum) < 0;

export function isNewer(version: string, { maximum }: VersionsPolicy): boolean {
  if (maximum === undefined) return false;
  const [given, highest] = [parsed(version), parsed(maximum)];
  const compared = compareNumbers(given.numbers.slice(0, highest.numbers.length), highest.numbers);
  return compared > 0 || (compared === 0 && isExact(highest) && compareVersions(version, maximum) > 0);
}

/** Whether a version names one build, and not all with its numbers. */
const isExact = ({ preRelease, build }: Version): boolean => preRelease.length > 0 || build.length > 0;
