import type { Sync } from '#kernel';
import type { Release } from './release.ts';

/** Selects a release by id within the given organizations. */
export interface WhichRelease {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of releases. */
export abstract class Releases {
  /** Throws `VersionExists` if the product has a release of an equal version. */
  abstract add(release: Release): Promise<void>;

  /** `by` gets the release, and how many artifacts it has, which stay as many until it is stored. Throws `ResourceNotFound`. */
  abstract change<T>(which: WhichRelease, by: (release: Release, artifacts: number) => Sync<T>): Promise<T>;

  /** Deletes a release with its artifacts if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichRelease, check: (release: Release) => void): Promise<void>;

  /** Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichRelease): Promise<string>;
}
