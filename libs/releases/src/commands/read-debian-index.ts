import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Channel, channelsOf } from '../domain/channels.ts';
import { DebianRepositories } from '../domain/debian-repositories.ts';
import { NoRelease } from '../domain/release.errors.ts';
import { type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';
import { MOST_RELEASES } from './list-packages.ts';

/** A file of a Debian repository, with the packages that a license key gets; without a suite, the key that verifies the repository. */
export class ReadDebianIndex extends Command<Buffer> {
  constructor(
    readonly presented: PresentedKey,
    readonly suite: { readonly channel: Channel; readonly path: string } | null,
  ) {
    super();
  }
}

@CommandHandler(ReadDebianIndex)
export class ReadDebianIndexHandler implements ICommandHandler<ReadDebianIndex> {
  constructor(
    private readonly releasesOfKeys: ReleasesOfKeys,
    private readonly repositories: DebianRepositories,
  ) {}

  async execute({ presented, suite }: ReadDebianIndex): Promise<Buffer> {
    const channels = suite ? channelsOf(suite.channel) : undefined;
    const selection = { channels, kinds: ['deb'], withYanked: true, limit: suite ? MOST_RELEASES : 1 } as const;
    const { organizationId, releases } = await this.releasesOfKeys.find(presented, selection);
    if (!suite) return this.repositories.publicKey(organizationId);
    const licensed = releases.filter(({ withheld }) => withheld === null);
    const { channel, path } = suite;
    const { productId } = presented;
    const index = await this.repositories.index({ organizationId, productId, channel, releases: licensed }, path);
    if (!index) throw new NoRelease('The repository has no such file.');
    return index;
  }
}
