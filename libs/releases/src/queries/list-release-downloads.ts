import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { FindDisplayKeys } from '#licensing/contract';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#engine/persistence';
import type { ReleasesTables } from '../adapters/persistence/release.mapping.ts';
import type { ReleaseDownloadView } from './release-download.view.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
interface DownloadFilter {
  readonly organization_id?: readonly string[] | undefined;
  readonly release_id?: readonly string[] | undefined;
  readonly license_key_id?: readonly string[] | undefined;
}

/** Which license keys downloaded which versions, the last downloads first. */
export class ListReleaseDownloads extends Query<Page<ReleaseDownloadView>> {
  constructor(
    readonly access: Access,
    readonly filter: DownloadFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListReleaseDownloads)
export class ListReleaseDownloadsHandler implements IQueryHandler<ListReleaseDownloads> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, filter, paging }: ListReleaseDownloads): Promise<Page<ReleaseDownloadView>> {
    const { organization_id, release_id, license_key_id } = filter;
    const organizations = access.narrow(organization_id);
    let downloads = readDb<ReleasesTables>(this.em)
      .selectFrom('releases.downloads as d')
      .where(anyOf('d.organization_id', organizations));
    if (release_id) downloads = downloads.where(anyOf('d.release_id', release_id));
    if (license_key_id) downloads = downloads.where(anyOf('d.license_key_id', license_key_id));
    const [rows, { total }] = await Promise.all([
      downloads
        .innerJoin('releases.releases as r', (join) =>
          join.onRef('r.organization_id', '=', 'd.organization_id').onRef('r.id', '=', 'd.release_id'),
        )
        .select(['d.organization_id', 'r.product_id', 'd.release_id', 'r.version', 'r.channel', 'd.license_key_id'])
        .select(['d.downloads', 'd.last_downloaded_at'])
        .orderBy('d.last_downloaded_at', 'desc')
        .orderBy('d.release_id')
        .orderBy('d.license_key_id')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      downloads.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const ids = [...new Set(rows.map((row) => row.license_key_id))];
    const keys = await this.queries.execute(new FindDisplayKeys(organizations, ids));
    const items = rows.map((row) => ({
      ...row,
      downloads: Number(row.downloads),
      display_key: keys.get(row.license_key_id) ?? null,
    }));
    return toPage(items, Number(total), paging);
  }
}
