import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Architecture, Platform } from '../domain/artifact.ts';
import { type Channel, channelsOf } from '../domain/channels.ts';
import { isRolledOutTo, type Reason } from '../domain/offers.ts';
import type { PublishedRelease } from '../domain/published-releases.ts';
import { type LicensedRelease, type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';

/** What a client asks for. */
export interface AskedRelease {
  readonly channel: Channel;
  readonly platform?: Platform | undefined;
  readonly architecture?: Architecture | undefined;
  /** The ID of the device, which decides about rollouts; by default the license key does. */
  readonly device: string | null;
}

export interface Offer {
  /** The newest release that the license key gets; null if there is none. */
  readonly offered: PublishedRelease | null;
  /** The newest one that it does not get, if that is newer. */
  readonly withheld: { readonly release: PublishedRelease['release']; readonly reason: Reason } | null;
}

/** Finds the newest release for a license key, and says what newer one it does not include. */
export class OfferNewestRelease extends Command<Offer> {
  constructor(
    readonly presented: PresentedKey,
    readonly asked: AskedRelease,
  ) {
    super();
  }
}

/** How many releases are read at a time, and how often. Only keys without any of the newest ones need more than once. */
const [AT_A_TIME, MOST_READS] = [50, 20];

@CommandHandler(OfferNewestRelease)
export class OfferNewestReleaseHandler implements ICommandHandler<OfferNewestRelease> {
  constructor(private readonly releasesOfKeys: ReleasesOfKeys) {}

  async execute({ presented, asked }: OfferNewestRelease): Promise<Offer> {
    const { channel, platform, architecture, device } = asked;
    let newestWithheld: LicensedRelease | undefined;
    let before: string | undefined;
    for (let read = 0; read < MOST_READS; read++) {
      const selection = { channels: channelsOf(channel), platform, architecture, limit: AT_A_TIME, before };
      const { releases, licenseKeyId } = await this.releasesOfKeys.find(presented, selection);
      const due = releases.filter(({ release }) => isRolledOutTo(release, device ?? licenseKeyId));
      const offered = due.find(({ withheld }) => withheld === null) ?? null;
      newestWithheld ??= due.find(({ withheld }) => withheld !== null);
      if (offered || releases.length < AT_A_TIME) return { offered, withheld: newerThan(offered, newestWithheld) };
      before = releases.at(-1)!.release.versionOrder;
    }
    return { offered: null, withheld: newerThan(null, newestWithheld) };
  }
}

function newerThan(offered: PublishedRelease | null, other: LicensedRelease | undefined): Offer['withheld'] {
  if (!other || (offered && other.release.versionOrder < offered.release.versionOrder)) return null;
  return { release: other.release, reason: other.withheld! };
}
