import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, readDb, type Sorting } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { DISPUTE_COLUMNS, DisputeLoader } from './dispute-loader.ts';
import type { DisputeView } from './dispute.view.ts';

const COLUMNS = { created_at: 'created_at', amount: 'amount' } as const;
type Order = keyof typeof COLUMNS;
export const DISPUTE_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface DisputeFilter {
  readonly id?: readonly string[];
  readonly organization_id?: readonly string[];
  readonly order_id?: readonly string[];
  readonly status?: readonly string[];
}

export class ListDisputes extends Query<Page<DisputeView>> {
  constructor(
    readonly access: Access,
    readonly filter: DisputeFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListDisputes)
export class ListDisputesHandler implements IQueryHandler<ListDisputes> {
  constructor(
    private readonly em: EntityManager,
    private readonly disputes: DisputeLoader,
  ) {}

  async execute({ access, filter, sorting, paging }: ListDisputes): Promise<Page<DisputeView>> {
    const matching = this.matching(access.narrow(filter.organization_id), filter);
    const [rows, { total }] = await Promise.all([
      matching
        .select(DISPUTE_COLUMNS)
        .orderBy(orderByWithId(sorting, (key) => COLUMNS[key]))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(await this.disputes.of(rows), total, paging);
  }

  private matching(organizations: readonly string[], filter: DisputeFilter) {
    let some = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.disputes')
      .where(anyOf('organization_id', organizations));
    if (filter.id) some = some.where(anyOf('id', filter.id));
    if (filter.order_id) some = some.where(anyOf('order_id', filter.order_id));
    // The text has a single status, which few disputes may have: then they are read in its index, in the order of the list.
    if (filter.status?.length === 1) some = some.where(sql<boolean>`status = ${sql.lit(filter.status[0])}`);
    else if (filter.status) some = some.where(sql<boolean>`status = any(${filter.status})`);
    return some;
  }
}
