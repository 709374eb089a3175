import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ExportDownloads, type ExportedDownloadView } from '#customer-portal/views';
import { readDb, streamList } from '#engine/persistence';
import type { StreamedList } from '#support/streamed-lists';
import type { DownloadTables } from '../adapters/persistence/download.mapping.ts';

@QueryHandler(ExportDownloads)
export class ExportDownloadsHandler implements IQueryHandler<ExportDownloads> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access }: ExportDownloads): Promise<StreamedList<ExportedDownloadView>> {
    const { organizationId, customerId, member, seesUnassigned } = access;
    const query = readDb<DownloadTables>(this.em)
      .selectFrom('catalog.downloads')
      .select((row) => [
        'file_id as id',
        sql<number>`sum(downloads)::float8`.as('downloads'),
        row.fn.max('last_downloaded_at').as('last_downloaded_at'),
      ])
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(sql<boolean>`${!member || seesUnassigned}::boolean`)
      .groupBy('file_id');
    const files = streamList(this.em, { query, by: 'last_downloaded_at' });
    return files.map((page) => page.map(({ id, ...row }) => ({ file_id: id, ...row })));
  }
}
