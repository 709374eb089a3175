import { APPLICATION_VERSION } from '#support/versions';

/** Semantic versions, whose numbers have at most nine digits. */
const SEMANTIC =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-(0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d{0,8}|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/**
 * How a version is written: as SemVer 2.0 says (`semver`), or as license keys understand versions of applications (`numbers`), such as
 * `2026.11`, `3.1b2` or `3.2.1.4`.
 */
export type VersionScheme = 'semver' | 'numbers';

/** Every scheme is a part of what license keys understand. */
export const isVersion = (scheme: VersionScheme, version: string): boolean =>
  APPLICATION_VERSION.test(version) && (scheme === 'numbers' || SEMANTIC.test(version));
