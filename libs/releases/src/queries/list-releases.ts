import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf } from '#engine/persistence';
import type { ReleaseView } from './release.view.ts';
import { versionOrder } from '#support/versions';
import { releasesOf, toReleaseView, withCounts } from './release-rows.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
interface ReleaseFilter {
  readonly organization_id?: readonly string[] | undefined;
  readonly product_id?: readonly string[] | undefined;
  /** A version, or one that is equal to it. */
  readonly version?: string | undefined;
  readonly channel?: readonly ReleaseView['channel'][] | undefined;
  readonly status?: readonly ReleaseView['status'][] | undefined;
}

/** The newest first. */
export class ListReleases extends Query<Page<ReleaseView>> {
  constructor(
    readonly access: Access,
    readonly filter: ReleaseFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListReleases)
export class ListReleasesHandler implements IQueryHandler<ListReleases> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, paging }: ListReleases): Promise<Page<ReleaseView>> {
    const { organization_id, product_id, version, channel, status } = filter;
    let releases = releasesOf(this.em, access.narrow(organization_id));
    if (product_id) releases = releases.where(anyOf('r.product_id', product_id));
    if (version !== undefined) releases = releases.where('r.version_order', '=', versionOrder(version));
    if (channel) releases = releases.where('r.channel', 'in', channel);
    if (status) releases = releases.where('r.status', 'in', status);
    const [rows, { total }] = await Promise.all([
      withCounts(releases)
        .orderBy('r.created_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      releases.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toReleaseView), Number(total), paging);
  }
}
