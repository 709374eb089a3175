import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { fixedRead, orderTerms, type Sorting } from '#engine/persistence';
import type { OrganizationsTables } from '../adapters/persistence/organization.mapping.ts';
import type { OrganizationView } from './organization.view.ts';
import { ORGANIZATION_COLUMNS, toOrganizationView, visibleIn } from './visible-organizations.ts';

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

type Db = Kysely<OrganizationsTables>;

interface Wanted {
  readonly organizations: readonly string[];
  /** In lower case. */
  readonly slug: string | undefined;
}

const matching = (db: Db, { organizations, slug }: Wanted) => {
  const visible = visibleIn(db, organizations);
  return slug === undefined ? visible : visible.where('slug', '=', slug);
};

interface Bounds {
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
}

/** Nulls come last in ascending order, first in descending order; the id, ascending, breaks ties. */
const readPage = fixedRead((db: Db, wanted: Wanted, { sorting, offset, limit }: Bounds) => {
  const terms = orderTerms(sorting, (key) => (key === 'days_in_status' ? DAYS_IN_STATUS : key));
  const order = sql.join([...terms, sql`id asc`]);
  return matching(db, wanted).select(ORGANIZATION_COLUMNS).orderBy(order).limit(limit).offset(offset);
});

const readTotal = fixedRead((db: Db, wanted: Wanted) => matching(db, wanted).select(sql<number>`count(*)`.as('total')));

@QueryHandler(ListOrganizations)
export class ListOrganizationsHandler implements IQueryHandler<ListOrganizations> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, slug, sorting, paging }: ListOrganizations): Promise<Page<OrganizationView>> {
    const wanted = { organizations: access.visible, slug: slug?.toLowerCase() };
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit }),
      readTotal(this.em, wanted),
    ]);
    return toPage(rows.map(toOrganizationView), counted!.total, paging);
  }
}
