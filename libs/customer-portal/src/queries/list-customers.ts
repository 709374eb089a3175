import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Paging, toPage } from '#platform/http';
import {
  anyOf,
  areRowsCounted,
  type CountedRows,
  fixedRead,
  givenFilters,
  orderByWithId,
  type Sorting,
  type Total,
  totalOfRows,
} from '#engine/persistence';
import { FindPurchaseViews, type PurchaseViews } from '../needs/index.ts';
import { CustomerFinder, type CustomerFilter, matchingCustomers, type ResolvedFilter } from './customer-finder.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';
import type { CustomerPageView } from './customer.view.ts';

export const CUSTOMER_ORDERS = ['created_at', 'email', 'name'] as const;
type Order = (typeof CUSTOMER_ORDERS)[number];

export class ListCustomers extends Query<CustomerPageView> {
  constructor(
    readonly access: Access,
    readonly filter: CustomerFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

interface Wanted extends ResolvedFilter {
  /** The organizations that the caller may see. */
  readonly organizations: readonly string[];
  /** What counts have of the customers, if they have all that is asked. */
  readonly facets: readonly string[] | undefined;
}

/** Counts customers that are not deleted, by the facet `all`. */
const COUNTED_CUSTOMERS: CountedRows = 'customer_portal.counted_customers';

/** What the text of the statements depends on. */
interface Shape {
  readonly views: PurchaseViews;
}

interface Bounds extends Shape {
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads each organization in index order, no further than the end of the page, then merges them. The customers of one organization before
 * the page are skipped in their index: only those of the page are read.
 */
const readPage = fixedRead((_db: Kysely<object>, wanted: Wanted, { sorting, offset, limit, views }: Bounds) => {
  const { organizations } = wanted;
  const [some, order] = [matchingCustomers(wanted, views), orderByWithId(sorting)];
  if (organizations.length === 1) {
    return sql<CustomerRow>`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where ${anyOf('organization_id', organizations)} and id in (
        select id from customer_portal.customers
        where ${anyOf('organization_id', organizations)} and ${some} order by ${order} limit ${limit} offset ${offset}
      ) order by ${order}`;
  }
  return sql<CustomerRow>`
    select found.* from unnest(${organizations}::uuid[]) as tenant (id) cross join lateral (
      select ${CUSTOMER_SELECTION} from customer_portal.customers
      where organization_id = tenant.id and ${some} order by ${order} limit ${offset + limit}
    ) as found order by ${order} limit ${limit} offset ${offset}`;
});

const readTotal = fixedRead((_db: Kysely<object>, wanted: Wanted, { views }: Shape) =>
  totalOfRows(
    sql<Total>`select count(*) as total from customer_portal.customers
      where ${anyOf('organization_id', wanted.organizations)} and ${matchingCustomers(wanted, views)}`,
    { ...wanted, counted: COUNTED_CUSTOMERS },
  ),
);

@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly finder: CustomerFinder,
  ) {}

  async execute({ access, filter, sorting, paging }: ListCustomers): Promise<CustomerPageView> {
    const organizations = access.narrow(filter.organization_id);
    const [areCounted, resolved, views] = await Promise.all([
      areRowsCounted(this.em),
      this.finder.resolve(organizations, filter),
      this.queries.execute(new FindPurchaseViews()),
    ]);
    const facets = areCounted && givenFilters(filter).length === 0 ? ['all'] : undefined;
    const wanted: Wanted = { ...resolved, organizations, facets };
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit, views }),
      readTotal(this.em, wanted, { views }),
    ]);
    return toPage(rows.map(toView), counted!.total, paging);
  }
}
