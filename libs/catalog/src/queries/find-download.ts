import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { NotPermitted, ResourceNotFound } from '#kernel';
import { SignedUrls } from '#engine/secrets';
import { FindBenefits } from '../contract/index.ts';
import { FindGrantHolder } from '../needs/index.ts';
import { downloadOf } from './list-downloadables.ts';
import { type FileContent, toFileContent, MediaReader } from './media-reader.ts';
import { completeFiles } from './file-rows.ts';

/** A file, and through which benefit which customer downloads it. */
export interface DownloadContent {
  readonly content: FileContent;
  readonly download: {
    readonly organizationId: string;
    readonly benefitId: string;
    readonly fileId: string;
    readonly customerId: string;
  };
}

/**
 * What the signed URL of a download leads to. Throws `NotPermitted` if the URL is not signed or has expired, and `ResourceNotFound`
 * if the benefit is no longer granted or no longer has the file.
 */
export class FindDownload extends Query<DownloadContent> {
  constructor(
    readonly grantId: string,
    readonly fileId: string,
    readonly expires: number,
    readonly signature: string,
  ) {
    super();
  }
}

@QueryHandler(FindDownload)
export class FindDownloadHandler implements IQueryHandler<FindDownload> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly urls: SignedUrls,
    private readonly stored: MediaReader,
  ) {}

  async execute({ grantId, fileId, expires, signature }: FindDownload): Promise<DownloadContent> {
    if (!this.urls.isValid(downloadOf(grantId, fileId), expires, signature)) {
      throw new NotPermitted('The address of the download is not valid, or not valid any more.');
    }
    const holder = await this.queries.execute(new FindGrantHolder(grantId));
    if (!holder) throw new ResourceNotFound();
    const { organizationId, benefitId, customerId } = holder;
    const [benefits, file] = await Promise.all([
      this.queries.execute(new FindBenefits([benefitId])),
      completeFiles(this.em).where('id', '=', fileId).where('organization_id', '=', organizationId).executeTakeFirst(),
    ]);
    const benefit = benefits.get(benefitId);
    if (!file || benefit?.type !== 'downloadables' || benefit.is_deleted) throw new ResourceNotFound();
    const { files, archived } = benefit.properties;
    if (!files.includes(fileId) || archived[fileId]) throw new ResourceNotFound();
    return { content: toFileContent(file, this.stored), download: { organizationId, benefitId, fileId, customerId } };
  }
}
