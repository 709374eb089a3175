import { Query } from '@nestjs/cqrs';

/** How an application names the release that runs: by its version, or by the SHA-256 digest of one of its files. */
export type AskedRelease = { readonly version: string } | { readonly sha256: string };

/** A release that was published, and what a license key needs to get it. */
export interface FoundRelease {
  readonly version: string;
  readonly publishedAt: Date;
  /** The benefits of its product. */
  readonly benefitIds: readonly string[];
  /** The benefits whose flags a license key has to have, all of them. */
  readonly requiredBenefitIds: readonly string[];
  /** A value that one of its flags has to have as well, one of several; null if none. */
  readonly requiredValue: { readonly name: string; readonly anyOf: readonly string[] } | null;
}

export interface FoundReleases {
  /** The releases that are named, also of several products, and also if they were yanked. */
  readonly named: readonly FoundRelease[];
  /** The newest releases of their products, or of the product that was asked for; the newest versions first. */
  readonly newest: readonly FoundRelease[];
}

/** Asks the context of releases for those that an application names, of one product or of all of an organization. */
export class FindReleases extends Query<FoundReleases> {
  constructor(
    readonly organizationId: string,
    readonly asked: AskedRelease,
    readonly productId: string | null,
  ) {
    super();
  }
}
