import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ArtifactKind } from '../domain/artifact.ts';
import type { PublishedRelease } from '../domain/published-releases.ts';
import { type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';

/** What package managers are told about. */
export const MOST_RELEASES = 1_000;

/** The releases with packages that a license key gets, the newest first; also yanked ones, which package managers mark. */
export class ListPackages extends Command<readonly PublishedRelease[]> {
  constructor(
    readonly presented: PresentedKey,
    readonly kind: ArtifactKind,
  ) {
    super();
  }
}

@CommandHandler(ListPackages)
export class ListPackagesHandler implements ICommandHandler<ListPackages> {
  constructor(private readonly releasesOfKeys: ReleasesOfKeys) {}

  async execute({ presented, kind }: ListPackages): Promise<readonly PublishedRelease[]> {
    const selection = { kinds: [kind], withYanked: true, limit: MOST_RELEASES };
    const { releases } = await this.releasesOfKeys.find(presented, selection);
    return releases
      .filter(({ withheld }) => withheld === null)
      .map(({ release, artifacts }) => ({ release, artifacts: artifacts.filter((each) => each.kind === kind) }));
  }
}
