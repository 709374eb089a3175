import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { KeyPoolTables } from '../adapters/persistence/key-pool.mapping.ts';
import type { WaitingGrantView } from './key-pool.view.ts';
import { organizationOfPool } from './visible-pools.ts';

/** The grants that wait for a key of the pool, the oldest first. Throws `ResourceNotFound`. */
export class ListWaitingGrants extends Query<Page<WaitingGrantView>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListWaitingGrants)
export class ListWaitingGrantsHandler implements IQueryHandler<ListWaitingGrants> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id, paging }: ListWaitingGrants): Promise<Page<WaitingGrantView>> {
    const grants = readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.waiting_grants')
      .where('organization_id', '=', await organizationOfPool(this.em, access, id))
      .where('pool_id', '=', id);
    const [rows, { total }] = await Promise.all([
      grants
        .select(['grant_id as benefit_grant_id', 'since'])
        .orderBy('since')
        .orderBy('grant_id')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      grants.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}
