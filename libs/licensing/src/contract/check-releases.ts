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
  /** Whether the string that was presented was replaced by another one, and works only for a while still. */
  readonly isReplaced: boolean;
  /** The flags of its purchase. */
  readonly flags: readonly {
    readonly benefit_id: string;
    readonly values: { readonly [name: string]: string | number | boolean };
  }[];
  /** For each release, in their order: the code of what refuses it, or null if it is included. */
  readonly refusals: readonly (string | null)[];
}

/** A key that is presented by its string. */
interface PresentedString {
  readonly organizationId: string;
  readonly key: string;
  /** Where the request comes from, and whether too many unknown keys were presented from there. */
  readonly origin: { readonly network: string; readonly isBlocked: boolean };
}

/** A key for which something else is presented that was made for it. */
interface KnownKey {
  readonly organizationId: string;
  readonly licenseKeyId: string;
}

/**
 * Runs the checks of a validation on a key, with each of the releases as the application. Nothing is stored or counted. Throws what refuses
 * the key whatever the release, as a validation does.
 */
export class CheckReleases extends Command<IncludedReleases> {
  constructor(
    readonly presented: PresentedString | KnownKey,
    readonly releases: readonly CheckedRelease[],
  ) {
    super();
  }
}
