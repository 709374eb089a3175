import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { metadataMatches, orderByWithId, type Sorting } from '#engine/persistence';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { BENEFIT_TYPES, BenefitView } from '../views/benefit.view.ts';
import { COLUMNS, toBenefitView, visibleBenefits } from './visible-benefits.ts';

export const BENEFIT_ORDERS = ['created_at', 'description', 'type', 'user_order'] as const;
type Order = (typeof BENEFIT_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface BenefitFilter {
  readonly organization_id?: readonly string[];
  readonly type?: readonly (typeof BENEFIT_TYPES)[number][];
  readonly id?: readonly string[];
  readonly exclude_id?: readonly string[];
  /** A part of the description; case-insensitive. */
  readonly query?: string;
  readonly metadata?: MetadataFilter;
}

export class ListBenefits extends Query<Page<BenefitView>> {
  constructor(
    readonly access: Access,
    readonly filter: BenefitFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

type Selection = SelectQueryBuilder<CatalogTables, 'catalog.benefits', object>;

function matching(all: Selection, { type, id, exclude_id, query, metadata }: BenefitFilter): Selection {
  let some = all;
  if (type) some = some.where('type', 'in', type);
  if (id) some = some.where('id', '=', sql<string>`any(${id})`);
  if (exclude_id) some = some.where('id', '<>', sql<string>`all(${exclude_id})`);
  if (query) some = some.where(sql<boolean>`strpos(lower(description), lower(${query})) > 0`);
  if (metadata) some = some.where(metadataMatches(metadata));
  return some;
}

/** `user_order` is the position of the benefit in the requested ids, or the creation time if no ids are requested. */
const orderBy = (sorting: Sorting<Order>, ids: BenefitFilter['id']) =>
  orderByWithId(sorting, (key) => {
    if (key !== 'user_order') return key;
    return ids ? sql`array_position(${ids}::uuid[], id)` : 'created_at';
  });

@QueryHandler(ListBenefits)
export class ListBenefitsHandler implements IQueryHandler<ListBenefits> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListBenefits): Promise<Page<BenefitView>> {
    const some = matching(visibleBenefits(this.em, access.narrow(filter.organization_id)), filter);
    const page = some.orderBy(orderBy(sorting, filter.id)).limit(paging.limit).offset(offsetOf(paging));
    const [rows, { total }] = await Promise.all([
      page.select(COLUMNS).execute(),
      some.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toBenefitView), Number(total), paging);
  }
}
