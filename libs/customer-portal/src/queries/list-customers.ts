import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Access, Clock } from '#kernel';
import { type MetadataFilter, offsetOf, type Paging, toPage } from '#platform/http';
import {
  anyOf,
  areRowsCounted,
  type CountedRows,
  findByMetadata,
  fixedRead,
  givenFilters,
  metadataMatches,
  orderByWithId,
  PartFinder,
  type SearchedTable,
  type Sorting,
  type Total,
  totalOfRows,
} from '#engine/persistence';
import { FindPurchaseViews, type PurchaseViews } from '../needs/find-purchase-views.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';
import { CUSTOMERS } from './search-customers.ts';
import type { CustomerPageView } from './customer.view.ts';
import { ofPeriod, type PeriodFilter } from './customers-of-period.ts';

export const CUSTOMER_ORDERS = ['created_at', 'email', 'name'] as const;
type Order = (typeof CUSTOMER_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface CustomerFilter extends PeriodFilter {
  readonly organization_id?: readonly string[];
  /** The whole address; case-insensitive. */
  readonly email?: string;
  /** A part of the e-mail address, name or billing name, or a prefix of the external id; case-insensitive. */
  readonly query?: string;
  /** Whether the customer has an active subscription. */
  readonly active?: boolean;
  readonly metadata?: MetadataFilter;
}

/** The texts in which a part is looked for. They may have all of an address, so none is unique. */
const LISTED: SearchedTable = {
  ...CUSTOMERS,
  unique: undefined,
  texts: { ...CUSTOMERS.texts, billing_name: { value: 'lower(billing_name)', where: 'billing_name is not null' } },
};
const hasOtherLetters = (text: string): boolean => /\P{ASCII}/u.test(text);

/** The most customers that are found by a text before a list is read. It meets one of more soon in its own order. */
const FEW_WITH_TEXT = 1_000;

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

/** The filter with the organizations that the caller may see, and the address in lower case. */
interface Wanted extends Omit<CustomerFilter, 'organization_id'> {
  readonly organizations: readonly string[];
  /** The customers with the metadata, if they are few. */
  readonly ids?: readonly string[];
  /** The customers that have the text of the query, if they are few; of their external ids, it may be any part. */
  readonly withText?: readonly string[];
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

function matching(wanted: Wanted, views: PurchaseViews): RawBuilder<unknown> {
  const { ids, withText, email, query, active, metadata, ...others } = wanted;
  const conditions: RawBuilder<unknown>[] = [sql`deleted_at is null`];
  if (ids) conditions.push(anyOf('id', ids));
  if (withText) conditions.push(anyOf('id', withText));
  if (email !== undefined) conditions.push(sql`email_key = ${email}`);
  if (query !== undefined) {
    const within = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${query})) > 0`;
    const startsWith = sql`starts_with(lower(external_id), lower(${query}))`;
    conditions.push(sql`(${within('email')} or ${within('name')} or ${within('billing_name')} or ${startsWith})`);
  }
  if (active !== undefined) {
    const subscribed = sql`exists (select from ${sql.table(views.activeSubscriptions)} as a
      where a.organization_id = customers.organization_id and a.customer_id = customers.id)`;
    conditions.push(active ? subscribed : sql`not ${subscribed}`);
  }
  if (metadata) conditions.push(metadataMatches(metadata));
  conditions.push(...ofPeriod(others, views));
  return sql.join(conditions, sql` and `);
}

/**
 * Reads each organization in index order, no further than the end of the page, then merges them. The customers of one organization before
 * the page are skipped in their index: only those of the page are read.
 */
const readPage = fixedRead((_db: Kysely<object>, wanted: Wanted, { sorting, offset, limit, views }: Bounds) => {
  const { organizations } = wanted;
  const [some, order] = [matching(wanted, views), orderByWithId(sorting)];
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
      where ${anyOf('organization_id', wanted.organizations)} and ${matching(wanted, views)}`,
    { ...wanted, counted: COUNTED_CUSTOMERS },
  ),
);

@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  private readonly finder: PartFinder;

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {
    this.finder = new PartFinder(em, LISTED);
  }

  async execute({ access, filter, sorting, paging }: ListCustomers): Promise<CustomerPageView> {
    const { organization_id, email, query, metadata, ...others } = filter;
    const organizations = access.narrow(organization_id);
    const [areCounted, byMetadata, withText, views] = await Promise.all([
      areRowsCounted(this.em),
      findByMetadata(this.em, 'customer_portal.customers', organizations, metadata),
      this.withText(organizations, query),
      this.queries.execute(new FindPurchaseViews()),
    ]);
    const wanted: Wanted = {
      ...others,
      organizations,
      facets: areCounted && givenFilters(filter).length === 0 ? ['all'] : undefined,
      ...byMetadata,
      ...(withText ? { withText } : {}),
      ...(email === undefined ? {} : { email: email.toLowerCase() }),
      ...(query ? { query } : {}),
      ...(filter.lost_after && !filter.lost_before ? { lost_before: this.clock.now() } : {}),
    };
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit, views }),
      readTotal(this.em, wanted, { views }),
    ]);
    return toPage(rows.map(toView), counted!.total, paging);
  }

  /**
   * The customers with a text, if they are few; undefined if they are many, or if an index does not find it: it is too short, or has
   * capital letters that PostgreSQL may write otherwise in lower case.
   */
  private async withText(organizations: readonly string[], text: string | undefined): Promise<readonly string[] | undefined> {
    if (!text || (hasOtherLetters(text) && text !== text.toLowerCase())) return undefined;
    const { ids, isComplete, isBeginning } = await this.finder.find(organizations, text, FEW_WITH_TEXT);
    return isComplete && !isBeginning ? ids : undefined;
  }
}
