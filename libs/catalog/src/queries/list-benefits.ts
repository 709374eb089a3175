import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import type { CatalogTables } from '../adapters/persistence/benefit.mapping.ts';
import type { BENEFIT_TYPES, BenefitView } from './benefit.view.ts';
import { COLUMNS, shown, visibleBenefits } from './visible-benefits.ts';

export const BENEFIT_ORDERS = ['created_at', 'description', 'type', 'user_order'] as const;
type Order = (typeof BENEFIT_ORDERS)[number];

/** Values of one filter are alternatives, different filters all have to match. */
export interface BenefitFilter {
  readonly organization_id?: readonly string[];
  readonly type?: readonly (typeof BENEFIT_TYPES)[number][];
  readonly id?: readonly string[];
  readonly exclude_id?: readonly string[];
  /** Part of the description, in any case. */
  readonly query?: string;
  readonly metadata?: MetadataFilter;
}

export class ListBenefits extends Query<Page<BenefitView>> {
  constructor(
    readonly access: Access,
    readonly filter: BenefitFilter,
    readonly sorting: readonly (Order | `-${Order}`)[],
    readonly paging: Paging,
  ) {
    super();
  }
}

type Selection = SelectQueryBuilder<CatalogTables, 'catalog.benefits', object>;

function matching(all: Selection, { organization_id, type, id, exclude_id, query, metadata = [] }: BenefitFilter): Selection {
  let some = all;
  if (organization_id) some = some.where('organization_id', '=', sql<string>`any(${organization_id})`);
  if (type) some = some.where('type', 'in', type);
  if (id) some = some.where('id', '=', sql<string>`any(${id})`);
  if (exclude_id) some = some.where('id', '<>', sql<string>`all(${exclude_id})`);
  if (query) some = some.where(sql<boolean>`strpos(lower(description), lower(${query})) > 0`);
  for (const { key, values } of metadata) some = some.where(sql<boolean>`metadata ->> ${key} = any(${values})`);
  return some;
}

/** `user_order` is the order in which the ids were asked for, without them that of creation. The id decides between equals. */
function ordered(some: Selection, criteria: ListBenefits['sorting'], ids: BenefitFilter['id']): Selection {
  const steps = [...criteria, criteria.at(-1)?.startsWith('-') ? '-id' : 'id'];
  return steps.reduce((query, step) => {
    const descending = step.startsWith('-');
    const key = descending ? step.slice(1) : step;
    const by = key !== 'user_order' ? sql.ref(key) : ids ? sql`array_position(${ids}::uuid[], id)` : sql.ref('created_at');
    return query.orderBy(by, descending ? 'desc' : 'asc');
  }, some);
}

@QueryHandler(ListBenefits)
export class ListBenefitsHandler implements IQueryHandler<ListBenefits> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListBenefits): Promise<Page<BenefitView>> {
    const all = matching(visibleBenefits(this.em, access), filter);
    const page = ordered(all, sorting, filter.id).limit(paging.limit).offset(offsetOf(paging));
    const [rows, { total }] = await Promise.all([
      page.select(COLUMNS).execute(),
      all.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(shown), Number(total), paging);
  }
}
