import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId } from '#engine/persistence';
import { toUndeliveredViews, UNDELIVERED_COLUMNS, visibleUndelivered } from './undelivered-purchase-rows.ts';
import type { REASONS, UndeliveredPurchaseView } from './undelivered-purchase.view.ts';

interface UndeliveredFilter {
  readonly organization_id?: readonly string[];
  readonly connector_id?: readonly string[];
  readonly reason?: (typeof REASONS)[number];
}

/** What is open, the newest first. */
export class ListUndeliveredPurchases extends Query<Page<UndeliveredPurchaseView>> {
  constructor(
    readonly access: Access,
    readonly filter: UndeliveredFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListUndeliveredPurchases)
export class ListUndeliveredPurchasesHandler implements IQueryHandler<ListUndeliveredPurchases> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, filter, paging }: ListUndeliveredPurchases): Promise<Page<UndeliveredPurchaseView>> {
    let open = visibleUndelivered(this.em, access.narrow(filter.organization_id)).where('resolved_at', 'is', null);
    if (filter.connector_id) open = open.where(anyOf('connector_id', filter.connector_id));
    if (filter.reason) open = open.where('reason', '=', sql.lit(filter.reason));
    const [rows, { total }] = await Promise.all([
      open
        .select(UNDELIVERED_COLUMNS)
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      open.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await toUndeliveredViews(this.queries, rows), Number(total), paging);
  }
}
