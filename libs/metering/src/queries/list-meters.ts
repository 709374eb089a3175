import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf } from '#platform/persistence';
import { allMeters, METER_COLUMNS } from './meter-rows.ts';
import type { MeterView } from './meter.view.ts';

export const METER_ORDERS = ['created_at', 'name'] as const;
type Order = (typeof METER_ORDERS)[number];

/** Values of one filter are alternatives, different filters all have to match. */
interface MeterFilter {
  readonly organization_id?: readonly string[];
  /** Part of the name, in any case. */
  readonly query?: string;
  readonly is_archived?: boolean;
  readonly metadata?: MetadataFilter;
}

export class ListMeters extends Query<Page<MeterView>> {
  constructor(
    readonly access: Access,
    readonly filter: MeterFilter,
    readonly sorting: readonly (Order | `-${Order}`)[],
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListMeters)
export class ListMetersHandler implements IQueryHandler<ListMeters> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListMeters): Promise<Page<MeterView>> {
    const { organization_id: chosen, query, is_archived, metadata = [] } = filter;
    const organizations = chosen ? access.visible.filter((id) => chosen.includes(id)) : access.visible;
    let some = allMeters(this.em).where(anyOf('organization_id', organizations));
    if (query) some = some.where(sql<boolean>`strpos(lower(name), lower(${query})) > 0`);
    if (is_archived !== undefined) some = some.where('archived_at', is_archived ? 'is not' : 'is', null);
    for (const { key, values } of metadata) some = some.where(sql<boolean>`metadata ->> ${key} = any(${values}::text[])`);
    const steps = [...sorting, sorting.at(-1)?.startsWith('-') ? '-id' : 'id'];
    const page = steps.reduce((rows, step) => {
      const descending = step.startsWith('-');
      return rows.orderBy(sql.ref(descending ? step.slice(1) : step), descending ? 'desc' : 'asc');
    }, some);
    const [rows, { total }] = await Promise.all([
      page.select(METER_COLUMNS).limit(paging.limit).offset(offsetOf(paging)).execute(),
      some.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows as unknown as MeterView[], Number(total), paging);
  }
}
