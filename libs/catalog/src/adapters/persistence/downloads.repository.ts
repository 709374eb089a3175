import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { recordEvents } from '#engine/outbox';
import { inTransaction } from '#engine/persistence';
import type { FileDownloaded } from '../../domain/download.events.ts';
import { Downloads } from '../../domain/downloads.ts';
import type { DownloadTables } from './download.mapping.ts';

@Injectable()
export class PgDownloads extends Downloads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** A row that the statement inserted has no deleting transaction (`xmax`). */
  record(downloaded: FileDownloaded): Promise<void> {
    const { organizationId, aggregateId: fileId, payload, occurredAt } = downloaded;
    const { benefit_id, customer_id } = payload;
    return inTransaction(this.em, 'counted download', async (transaction) => {
      await sql`
      with recorded as (
        insert into catalog.downloads as d (benefit_id, file_id, customer_id, organization_id, downloads, last_downloaded_at)
        values (${benefit_id}, ${fileId}, ${customer_id}, ${organizationId}, 1, ${occurredAt})
        on conflict (benefit_id, file_id, customer_id)
          do update set downloads = d.downloads + 1, last_downloaded_at = excluded.last_downloaded_at
        returning (xmax = 0) as is_first
      )
      insert into catalog.download_totals as t (benefit_id, file_id, organization_id, downloads, downloaders)
      select ${benefit_id}::uuid, ${fileId}::uuid, ${organizationId}::uuid, 1, is_first::integer from recorded
      on conflict (benefit_id, file_id)
        do update set downloads = t.downloads + 1, downloaders = t.downloaders + excluded.downloaders
    `.execute(transaction.getKysely<DownloadTables>());
      await recordEvents(transaction, [downloaded]);
    });
  }
}
