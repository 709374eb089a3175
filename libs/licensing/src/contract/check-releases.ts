import { Command } from '@nestjs/cqrs';

/** What the rules of a license key say about a release of an application. */
export interface CheckedRelease {
  readonly version: string;
  readonly publishedAt: Date;
}

/** A license key that works, with the releases that it includes. */
export interface IncludedReleases {
  readonly licenseKeyId: string;
  readonly benefitId: string;
  /** The flags of its purchase. */
  readonly flags: readonly {
    readonly benefit_id: string;
    readonly values: { readonly [name: string]: string | number | boolean };
  }[];
  /** For each release, in their order: the code of what refuses it, or null if it is included. */
  readonly refusals: readonly (string | null)[];
}

/**
 * Runs the checks of a validation on a key that is presented, with each of the releases as the application. Nothing is stored or counted.
 * Throws what refuses the key whatever the release, as a validation does.
 */
export class CheckReleases extends Command<IncludedReleases> {
  constructor(
    readonly presented: {
      readonly organizationId: string;
      readonly key: string;
      /** Where the request comes from, and whether too many unknown keys were presented from there. */
      readonly origin: { readonly network: string; readonly isBlocked: boolean };
    },
    readonly releases: readonly CheckedRelease[],
  ) {
    super();
  }
}
