/** How an application names the release that runs: by its version, or by the SHA-256 digest of one of its files. */
export type ReleaseName = { readonly version: string } | { readonly sha256: string };

/** A release that was published, and what a key needs to get it. */
export interface KnownRelease {
  readonly version: string;
  readonly publishedAt: Date;
  /** The benefits of its product. */
  readonly benefitIds: readonly string[];
  /** The benefits whose flags the key has to have, all of them. */
  readonly requiredBenefitIds: readonly string[];
  /** A value that one of its flags has to have as well, one of several; null if none. */
  readonly requiredValue: { readonly name: string; readonly anyOf: readonly string[] } | null;
}

/** The release that an application says it is, with what was found. */
export interface NamedRelease {
  readonly asked: ReleaseName;
  readonly named: readonly KnownRelease[];
  /** The newest releases of their products; the newest versions first. */
  readonly newest: readonly KnownRelease[];
}
