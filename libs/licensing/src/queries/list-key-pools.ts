import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId } from '#engine/persistence';
import type { KeyPoolView } from './key-pool.view.ts';
import { POOL_COLUMNS, visiblePools, waitingGrants } from './visible-pools.ts';

/** The newest first. */
export class ListKeyPools extends Query<Page<KeyPoolView>> {
  constructor(
    readonly access: Access,
    readonly filter: { readonly organization_id?: readonly string[]; readonly benefit_id?: readonly string[] },
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListKeyPools)
export class ListKeyPoolsHandler implements IQueryHandler<ListKeyPools> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, paging }: ListKeyPools): Promise<Page<KeyPoolView>> {
    let pools = visiblePools(this.em, access.narrow(filter.organization_id));
    if (filter.benefit_id) pools = pools.where(anyOf('benefit_id', filter.benefit_id));
    const [rows, { total }] = await Promise.all([
      pools
        .select([...POOL_COLUMNS, waitingGrants()])
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      pools.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}
