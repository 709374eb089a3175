import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, metadataMatches, orderByWithId, type Sorting } from '#engine/persistence';
import { allMeters, METER_COLUMNS } from './meter-rows.ts';
import type { MeterView } from './meter.view.ts';

export const METER_ORDERS = ['created_at', 'name'] as const;
type Order = (typeof METER_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface MeterFilter {
  readonly organization_id?: readonly string[];
  /** A part of the name; case-insensitive. */
  readonly query?: string;
  readonly is_archived?: boolean;
  readonly metadata?: MetadataFilter;
}

export class ListMeters extends Query<Page<MeterView>> {
  constructor(
    readonly access: Access,
    readonly filter: MeterFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListMeters)
export class ListMetersHandler implements IQueryHandler<ListMeters> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListMeters): Promise<Page<MeterView>> {
    const { organization_id, query, is_archived, metadata } = filter;
    let meters = allMeters(this.em).where(anyOf('organization_id', access.narrow(organization_id)));
    if (query) meters = meters.where(sql<boolean>`strpos(lower(name), lower(${query})) > 0`);
    if (is_archived !== undefined) meters = meters.where('archived_at', is_archived ? 'is not' : 'is', null);
    if (metadata) meters = meters.where(metadataMatches(metadata));
    const [rows, { total }] = await Promise.all([
      meters.select(METER_COLUMNS).orderBy(orderByWithId(sorting)).limit(paging.limit).offset(offsetOf(paging)).execute(),
      meters.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows as unknown as MeterView[], Number(total), paging);
  }
}
