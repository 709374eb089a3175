/**
 * Numbers separated by dots, also after the `v` of a tag. Then the stage of a build (3.1b2, 3.2.1f1), a pre-release after `-`, and build
 * metadata after `+`: 3, v2026.1, 1.2.3.4.5 or 2.0.0-beta.1.
 */
export const APPLICATION_VERSION =
  /^[vV]?\d{1,9}(\.\d{1,9}){0,7}((a|b|rc|f|p)\d{1,9})?(-[0-9A-Za-z.-]{1,32})?(\+[0-9A-Za-z.-]{1,32})?$/;

/** Semantic versions, whose numbers have at most nine digits. */
export const SEMANTIC_VERSION =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-(0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** What a version says, part by part. */
export interface Version {
  readonly numbers: readonly number[];
  /** Empty for a release. */
  readonly preRelease: readonly string[];
  /** The number of a final build (`f`) or of a patch (`p`), after the place of its stage. Empty for others. */
  readonly build: readonly number[];
}

/** The stages of builds before a release, as pre-releases call them. */
const STAGES_BEFORE: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', rc: 'rc' };
/** The stages of builds of a release, in their order. */
const STAGES_AFTER = ['f', 'p'];
const STAGE = /^([\d.]+)(?:(a|b|rc|f|p)(\d+))?$/;

/** The parts of a version of the form `APPLICATION_VERSION`. */
export function parsed(version: string): Version {
  const [precise] = version.replace(/^v/i, '').split('+') as [string];
  const hyphen = precise.indexOf('-');
  const released = hyphen < 0 ? precise : precise.slice(0, hyphen);
  const [, numbers = released, stage, number] = STAGE.exec(released) ?? [];
  const before = stage === undefined ? undefined : STAGES_BEFORE[stage];
  return {
    numbers: numbers.split('.').map(Number),
    preRelease: [...(before ? [before, number!] : []), ...(hyphen < 0 ? [] : precise.slice(hyphen + 1).split('.'))],
    build: stage === undefined || before ? [] : [STAGES_AFTER.indexOf(stage) + 1, Number(number)],
  };
}

/**
 * Negative, zero or positive, by the rules of semantic versions but for any number of parts: missing parts are 0, a pre-release comes
 * before its release, final builds (`3.2.1f1`) and patches (`3.2.1p1`) come after it, and what follows `+` does not count.
 */
export function compareVersions(some: string, other: string): number {
  const [a, b] = [parsed(some), parsed(other)];
  return (
    compareNumbers(a.numbers, b.numbers) || comparePreReleases(a.preRelease, b.preRelease) || compareNumbers(a.build, b.build)
  );
}

/** Missing numbers are 0. */
export function compareNumbers(some: readonly number[], others: readonly number[]): number {
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
