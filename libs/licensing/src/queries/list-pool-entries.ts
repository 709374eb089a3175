import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { KeyPoolTables } from '../adapters/persistence/key-pool.mapping.ts';
import type { PoolEntryView } from './key-pool.view.ts';
import { organizationOfPool } from './visible-pools.ts';

/** In the order in which they become license keys. Throws `ResourceNotFound`. */
export class ListPoolEntries extends Query<Page<PoolEntryView>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly status: PoolEntryView['status'] | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListPoolEntries)
export class ListPoolEntriesHandler implements IQueryHandler<ListPoolEntries> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id, status, paging }: ListPoolEntries): Promise<Page<PoolEntryView>> {
    let entries = readDb<KeyPoolTables>(this.em)
      .selectFrom('licensing.pool_entries')
      .where('organization_id', '=', await organizationOfPool(this.em, access, id))
      .where('pool_id', '=', id);
    if (status) entries = entries.where('claimed_at', status === 'claimed' ? 'is not' : 'is', null);
    const [rows, { total }] = await Promise.all([
      entries
        .select(['created_at', 'id', 'display_key', 'claimed_at'])
        .orderBy('position')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      entries.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toView), Number(total), paging);
  }
}

const toView = (row: Omit<PoolEntryView, 'status' | 'license_key_id'>): PoolEntryView => ({
  ...row,
  status: row.claimed_at === null ? 'available' : 'claimed',
  license_key_id: row.claimed_at === null ? null : row.id,
});
