import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindFileToDownload } from '#catalog/contract';
import { channelsOf } from '../domain/channels.ts';
import { isRolledOutTo } from '../domain/offers.ts';
import type { ImageBlob } from '../domain/package-reader.ts';
import { PublishedReleases } from '../domain/published-releases.ts';
import { NoRelease, ReleaseWithheld } from '../domain/release.errors.ts';
import { artifactOf, channelOf, digestOf, versionOf } from './image-tags.ts';
import { type LicensedRelease, type LicensedReleases, type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';
import { MOST_RELEASES } from './list-packages.ts';
import type { OpenedArtifact, StoredFile } from './open-artifact.ts';

/** A blob of an image, in the file of an artifact. */
export interface OpenedBlob {
  readonly blob: ImageBlob;
  readonly file: StoredFile;
  readonly download: OpenedArtifact['download'];
}

/** A digest (`sha256:…`), or a tag: a channel, `latest`, or a version. */
export interface ImageReference {
  readonly image: string;
  readonly reference: string;
}

/** Finds a blob of an image for a license key. Who names a version or a digest gets it although it was yanked. */
export class OpenImageBlob extends Command<OpenedBlob> {
  constructor(
    readonly presented: PresentedKey,
    readonly wanted: ImageReference,
  ) {
    super();
  }
}

@CommandHandler(OpenImageBlob)
export class OpenImageBlobHandler implements ICommandHandler<OpenImageBlob> {
  constructor(
    private readonly releasesOfKeys: ReleasesOfKeys,
    private readonly published: PublishedReleases,
    private readonly queries: QueryBus,
  ) {}

  async execute({ presented, wanted: { image, reference } }: OpenImageBlob): Promise<OpenedBlob> {
    const isDigest = reference.startsWith('sha256:');
    const channel = channelOf(reference);
    const found = await this.releasesOfKeys.find(presented, { kinds: ['oci'], ...selectionOf(reference) });
    const ofImage = found.releases.filter((each) => artifactOf(each, image) !== undefined);
    const chosen = channel ? offered(found, ofImage) : named(ofImage);
    const artifact = artifactOf(chosen, image)!;
    const { organizationId, licenseKeyId } = found;
    const digest = isDigest ? reference : digestOf(artifact);
    const [blob, file] = await Promise.all([
      this.published.findBlob({ organizationId, artifactId: artifact.id, digest }),
      this.queries.execute(new FindFileToDownload(organizationId, artifact.fileId)),
    ]);
    if (!blob || !file) throw new NoRelease();
    return { blob, file, download: { organizationId, releaseId: chosen.release.id, licenseKeyId } };
  }
}

function selectionOf(reference: string) {
  const channel = channelOf(reference);
  if (channel) return { channels: channelsOf(channel), limit: MOST_RELEASES };
  if (reference.startsWith('sha256:')) return { blob: reference, withYanked: true, limit: MOST_RELEASES };
  return { version: versionOf(reference), withYanked: true, limit: 1 };
}

/** The newest one that is rolled out to the license key. */
function offered({ licenseKeyId }: LicensedReleases, releases: readonly LicensedRelease[]): LicensedRelease {
  const due = releases.filter(({ release }) => isRolledOutTo(release, licenseKeyId));
  return named(due.filter(({ withheld }) => withheld === null));
}

function named(releases: readonly LicensedRelease[]): LicensedRelease {
  const [first] = releases;
  if (!first) throw new NoRelease();
  const licensed = releases.find(({ withheld }) => withheld === null);
  if (!licensed) throw new ReleaseWithheld(first.withheld!);
  return licensed;
}
