import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Architecture, Platform } from '../domain/artifact.ts';
import { type Channel, channelsOf } from '../domain/channels.ts';
import { isRolledOutTo, type Reason } from '../domain/offers.ts';
import type { PublishedRelease } from '../domain/published-releases.ts';
import { type LicensedRelease, type PresentedKey, type PresentedToken, ReleasesOfKeys } from './licensed-releases.ts';

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
  /** The published release before that, of those that were asked for; null if it is not known. */
  readonly before: PublishedRelease['release'] | null;
  /** The newest one that it does not get, if that is newer. */
  readonly withheld: { readonly release: PublishedRelease['release']; readonly reason: Reason } | null;
}

/** Finds the newest release for a license key, and says what newer one it does not include. */
export class OfferNewestRelease extends Command<Offer> {
  constructor(
    readonly presented: PresentedKey | PresentedToken,
    readonly asked: AskedRelease,
  ) {
    super();
  }
}

/** How many releases are read first, then at a time, and how often. Only keys without any of the newest ones need more than the first. */
const [AT_FIRST, AT_A_TIME, MOST_READS] = [3, 50, 20];

@CommandHandler(OfferNewestRelease)
export class OfferNewestReleaseHandler implements ICommandHandler<OfferNewestRelease> {
  constructor(private readonly releasesOfKeys: ReleasesOfKeys) {}

  async execute({ presented, asked }: OfferNewestRelease): Promise<Offer> {
    const { channel, platform, architecture, device } = asked;
    let newestWithheld: LicensedRelease | undefined;
    let before: string | undefined;
    for (let read = 0; read < MOST_READS; read++) {
      const limit = read === 0 ? AT_FIRST : AT_A_TIME;
      const selection = { channels: channelsOf(channel), platform, architecture, limit, before };
      const { releases, licenseKeyId } = await this.releasesOfKeys.find(presented, selection);
      const due = releases.filter(({ release }) => isRolledOutTo(release, device ?? licenseKeyId));
      const offered = due.find(({ withheld }) => withheld === null);
      newestWithheld ??= due.find(({ withheld }) => withheld !== null);
      if (offered) {
        const older = releases[releases.indexOf(offered) + 1]?.release ?? null;
        return { offered, before: older, withheld: newerThan(offered, newestWithheld) };
      }
      if (releases.length < limit) break;
      before = releases.at(-1)!.release.versionOrder;
    }
    return { offered: null, before: null, withheld: newerThan(null, newestWithheld) };
  }
}

function newerThan(offered: PublishedRelease | null, other: LicensedRelease | undefined): Offer['withheld'] {
  if (!other || (offered && other.release.versionOrder < offered.release.versionOrder)) return null;
  return { release: other.release, reason: other.withheld! };
}
