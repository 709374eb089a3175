import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId } from '#engine/persistence';
import type { BulkChangeView } from './bulk-change.view.ts';
import { toBulkChangeView, visibleBulkChanges } from './visible-bulk-changes.ts';

/** The newest first. */
export class ListBulkChanges extends Query<Page<BulkChangeView>> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListBulkChanges)
export class ListBulkChangesHandler implements IQueryHandler<ListBulkChanges> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds, paging }: ListBulkChanges): Promise<Page<BulkChangeView>> {
    const changes = visibleBulkChanges(this.em, access.narrow(organizationIds));
    const [rows, { total }] = await Promise.all([
      changes
        .selectAll()
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      changes.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toBulkChangeView), Number(total), paging);
  }
}
