import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId } from '#engine/persistence';
import type { UnclaimedBatchView } from './unclaimed-batch.view.ts';
import { BATCH_COLUMNS, isStopped, visibleBatches } from './visible-batches.ts';

/** The newest first. */
export class ListUnclaimedBatches extends Query<Page<UnclaimedBatchView>> {
  constructor(
    readonly access: Access,
    readonly filter: { readonly organization_id?: readonly string[]; readonly benefit_id?: readonly string[] },
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListUnclaimedBatches)
export class ListUnclaimedBatchesHandler implements IQueryHandler<ListUnclaimedBatches> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, paging }: ListUnclaimedBatches): Promise<Page<UnclaimedBatchView>> {
    let batches = visibleBatches(this.em, access.narrow(filter.organization_id));
    if (filter.benefit_id) batches = batches.where(anyOf('benefit_id', filter.benefit_id));
    const [rows, { total }] = await Promise.all([
      batches
        .select([...BATCH_COLUMNS, isStopped()])
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      batches.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}
