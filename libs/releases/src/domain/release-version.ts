import { APPLICATION_VERSION, SEMANTIC_VERSION } from '#support/versions';

/**
 * How a version is written: as SemVer 2.0 says (`semver`), or as license keys understand versions of applications (`numbers`), such as
 * `2026.11`, `3.1b2` or `3.2.1.4`.
 */
export type VersionScheme = 'semver' | 'numbers';

/** Every scheme is a part of what license keys understand. */
export const isVersion = (scheme: VersionScheme, version: string): boolean =>
  APPLICATION_VERSION.test(version) && (scheme === 'numbers' || SEMANTIC_VERSION.test(version));
