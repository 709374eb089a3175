import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindFileToDownload, FindProducts } from '#catalog/contract';
import { NotPermitted } from '#kernel';
import { DownloadUrls, type OwnArtifact } from '../domain/download-urls.ts';
import { PublishedReleases } from '../domain/published-releases.ts';
import { NoRelease, ReleaseWithheld } from '../domain/release.errors.ts';
import type { OpenedArtifact } from './open-artifact.ts';
import { reasonsFor } from './releases-of-own-key.ts';

/**
 * Finds what the signed URL of a download leads to. Throws `NotPermitted` if the URL is not signed or has expired, and whatever the license
 * key does not get any more.
 */
export class OpenOwnArtifact extends Command<OpenedArtifact> {
  constructor(
    readonly wanted: OwnArtifact,
    readonly signed: { readonly expires: number; readonly signature: string },
  ) {
    super();
  }
}

@CommandHandler(OpenOwnArtifact)
export class OpenOwnArtifactHandler implements ICommandHandler<OpenOwnArtifact> {
  constructor(
    private readonly urls: DownloadUrls,
    private readonly published: PublishedReleases,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ wanted, signed }: OpenOwnArtifact): Promise<OpenedArtifact> {
    if (!this.urls.isValid(wanted, signed))
      throw new NotPermitted('The address of the download is not valid, or not valid any more.');
    const { productId, licenseKeyId, artifactId } = wanted;
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product) throw new NoRelease();
    const { organizationId } = product;
    const [found] = await this.published.find({ organizationId, productId, artifactId, withYanked: true, limit: 1 });
    const [artifact] = found?.artifacts ?? [];
    if (!found || !artifact) throw new NoRelease();
    const [reason = null] = await reasonsFor(this.commands, { organizationId, licenseKeyId }, [found.release]);
    if (reason !== null) throw new ReleaseWithheld(reason);
    const file = await this.queries.execute(new FindFileToDownload(organizationId, artifact.fileId));
    if (!file) throw new NoRelease();
    return { file: { ...file, name: artifact.name }, download: { organizationId, releaseId: found.release.id, licenseKeyId } };
  }
}
