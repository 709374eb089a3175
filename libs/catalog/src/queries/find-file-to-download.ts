import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type FileToDownload, FindFileToDownload } from '../contract/find-file-to-download.ts';
import { completeFiles, hexOf } from './file-rows.ts';
import { MediaReader, toFileContent } from './media-reader.ts';

@QueryHandler(FindFileToDownload)
export class FindFileToDownloadHandler implements IQueryHandler<FindFileToDownload> {
  constructor(
    private readonly em: EntityManager,
    private readonly stored: MediaReader,
  ) {}

  async execute({ organizationId, id }: FindFileToDownload): Promise<FileToDownload | null> {
    const row = await completeFiles(this.em)
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('service', '=', 'downloadable')
      .executeTakeFirst();
    return row ? { ...toFileContent(row, this.stored), id, sha256: hexOf(row.checksum_sha256!) } : null;
  }
}
