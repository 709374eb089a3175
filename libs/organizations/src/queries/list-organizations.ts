import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderTerms, type Sorting } from '#platform/persistence';
import type { OrganizationView } from './organization.view.ts';
import { COLUMNS, toView, visibleOrganizations } from './visible-organizations.ts';

export const ORGANIZATION_ORDERS = ['created_at', 'slug', 'name', 'next_review_threshold', 'days_in_status'] as const;
type Order = (typeof ORGANIZATION_ORDERS)[number];

export class ListOrganizations extends Query<Page<OrganizationView>> {
  constructor(
    readonly access: Access,
    /** Case-insensitive. */
    readonly slug: string | undefined,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Whole days; null for an organization that was never changed. */
const DAYS_IN_STATUS = sql`extract(day from now() - coalesce(status_changed_at, modified_at))`;

@QueryHandler(ListOrganizations)
export class ListOrganizationsHandler implements IQueryHandler<ListOrganizations> {
  constructor(private readonly em: EntityManager) {}

  /** Nulls come last in ascending order, first in descending order; the id, ascending, breaks ties. */
  async execute({ access, slug, sorting, paging }: ListOrganizations): Promise<Page<OrganizationView>> {
    const visible = visibleOrganizations(this.em, access);
    const matching = slug === undefined ? visible : visible.where('slug', '=', slug.toLowerCase());
    const terms = orderTerms(sorting, (key) => (key === 'days_in_status' ? DAYS_IN_STATUS : key));
    const order = sql.join([...terms, sql`id asc`]);
    const [rows, { total }] = await Promise.all([
      matching.select(COLUMNS).orderBy(order).limit(paging.limit).offset(offsetOf(paging)).execute(),
      matching.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toView), Number(total), paging);
  }
}
