import type { CommandBus } from '@nestjs/cqrs';
import { DomainError } from '#kernel';
import { CheckReleases } from '#licensing/contract';
import { type Reason, withheld } from '../domain/offers.ts';
import type { PublishedRelease } from '../domain/published-releases.ts';

/** A license key by its ID, for its owner. */
export interface OwnKey {
  readonly organizationId: string;
  readonly licenseKeyId: string;
}

/** Why the license key does not get each of the releases, in their order; null for one that it gets. */
export async function reasonsFor(
  commands: CommandBus,
  key: OwnKey,
  releases: readonly PublishedRelease['release'][],
): Promise<readonly (Reason | null)[]> {
  try {
    const { flags, refusals } = await commands.execute(new CheckReleases(key, releases));
    return releases.map((release, index) => withheld(release, { flags, refusal: refusals[index]! }));
  } catch (error) {
    // What refuses a license key whatever the release has a code.
    if (!(error instanceof DomainError) || error.code === undefined) throw error;
    return releases.map(() => 'license_not_valid');
  }
}
