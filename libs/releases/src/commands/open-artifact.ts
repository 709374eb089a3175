import { Command, CommandHandler, type ICommandHandler, QueryBus, type QueryResult } from '@nestjs/cqrs';
import { FindFileToDownload } from '#catalog/contract';
import { NoRelease, ReleaseWithheld } from '../domain/release.errors.ts';
import type { ReleaseDownload } from '../domain/release-downloads.ts';
import { type PresentedKey, type PresentedToken, ReleasesOfKeys } from './licensed-releases.ts';

/** A complete file, with its content. */
export type StoredFile = NonNullable<QueryResult<FindFileToDownload>>;

/** A file to send, and what is counted when its first byte is. */
export interface OpenedArtifact {
  readonly file: StoredFile;
  readonly download: ReleaseDownload;
}

/** Finds a file of a version for a license key. Who names a version gets it although it was yanked, or is not rolled out to them yet. */
export class OpenArtifact extends Command<OpenedArtifact> {
  constructor(
    readonly presented: PresentedKey | PresentedToken,
    readonly version: string,
    readonly fileName: string,
  ) {
    super();
  }
}

@CommandHandler(OpenArtifact)
export class OpenArtifactHandler implements ICommandHandler<OpenArtifact> {
  constructor(
    private readonly releasesOfKeys: ReleasesOfKeys,
    private readonly queries: QueryBus,
  ) {}

  async execute({ presented, version, fileName }: OpenArtifact): Promise<OpenedArtifact> {
    const selection = { version, withYanked: true, limit: 1 };
    const { organizationId, licenseKeyId, releases } = await this.releasesOfKeys.find(presented, selection);
    const [found] = releases;
    if (found && found.withheld !== null) throw new ReleaseWithheld(found.withheld);
    const artifact = found?.artifacts.find(({ name }) => name === fileName);
    const file = artifact && (await this.queries.execute(new FindFileToDownload(organizationId, artifact.fileId)));
    if (!found || !file) throw new NoRelease();
    // The name of a file can change, that of an artifact cannot.
    return { file: { ...file, name: fileName }, download: { organizationId, releaseId: found.release.id, licenseKeyId } };
  }
}
