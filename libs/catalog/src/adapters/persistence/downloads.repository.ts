import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Download, Downloads } from '../../domain/downloads.ts';
import type { DownloadTables } from './download.mapping.ts';

@Injectable()
export class PgDownloads extends Downloads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** One statement, so that rows and totals agree. A row that the statement inserted has no deleting transaction (`xmax`). */
  async record({ organizationId, benefitId, fileId, customerId }: Download, now: Date): Promise<void> {
    await sql`
      with recorded as (
        insert into catalog.downloads as d (benefit_id, file_id, customer_id, organization_id, downloads, last_downloaded_at)
        values (${benefitId}, ${fileId}, ${customerId}, ${organizationId}, 1, ${now})
        on conflict (benefit_id, file_id, customer_id)
          do update set downloads = d.downloads + 1, last_downloaded_at = excluded.last_downloaded_at
        returning (xmax = 0) as is_first
      )
      insert into catalog.download_totals as t (benefit_id, file_id, organization_id, downloads, downloaders)
      select ${benefitId}::uuid, ${fileId}::uuid, ${organizationId}::uuid, 1, is_first::integer from recorded
      on conflict (benefit_id, file_id)
        do update set downloads = t.downloads + 1, downloaders = t.downloaders + excluded.downloaders
    `.execute(this.em.getKysely<DownloadTables>());
  }
}
