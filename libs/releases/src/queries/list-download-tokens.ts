import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import type { DownloadTokenView } from './download-token.view.ts';
import { downloadTokensOf } from './download-token-rows.ts';

/** The download tokens of one license key, the newest first. A license key has a limited number of them. */
export class ListDownloadTokens extends Query<Page<DownloadTokenView>> {
  constructor(
    readonly organizations: readonly string[],
    readonly licenseKeyId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListDownloadTokens)
export class ListDownloadTokensHandler implements IQueryHandler<ListDownloadTokens> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, licenseKeyId, paging }: ListDownloadTokens): Promise<Page<DownloadTokenView>> {
    const all = await downloadTokensOf(this.em, organizations)
      .where('license_key_id', '=', licenseKeyId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return toPage(all.slice(offsetOf(paging), offsetOf(paging) + paging.limit), all.length, paging);
  }
}
