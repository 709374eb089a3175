import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CHANNELS, channelsOf } from '../domain/channels.ts';
import { isRolledOutTo } from '../domain/offers.ts';
import { NoRelease } from '../domain/release.errors.ts';
import { artifactOf, tagOf } from './image-tags.ts';
import { type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';
import { MOST_RELEASES } from './list-packages.ts';

/** The tags of an image that a license key gets, sorted: versions, channels, and `latest`. */
export class ListImageTags extends Command<readonly string[]> {
  constructor(
    readonly presented: PresentedKey,
    readonly image: string,
  ) {
    super();
  }
}

@CommandHandler(ListImageTags)
export class ListImageTagsHandler implements ICommandHandler<ListImageTags> {
  constructor(private readonly releasesOfKeys: ReleasesOfKeys) {}

  async execute({ presented, image }: ListImageTags): Promise<readonly string[]> {
    const { releases, licenseKeyId } = await this.releasesOfKeys.find(presented, { kinds: ['oci'], limit: MOST_RELEASES });
    const ofImage = releases.filter((each) => artifactOf(each, image) !== undefined);
    if (ofImage.length === 0) throw new NoRelease('The product has no such image.');
    const licensed = ofImage.filter(({ withheld }) => withheld === null).map(({ release }) => release);
    const offered = licensed.filter((release) => isRolledOutTo(release, licenseKeyId));
    const channels = CHANNELS.filter((channel) => offered.some((release) => channelsOf(channel).includes(release.channel)));
    const latest = channels.includes('stable') ? ['latest'] : [];
    return [...new Set([...licensed.map(({ version }) => tagOf(version)), ...channels, ...latest])].toSorted();
  }
}
