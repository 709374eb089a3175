import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { ACTIVE_SUBSCRIPTIONS } from '#entitlements/contract';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Paging, toPage } from '#platform/http';
import { metadataMatches, orderByWithId, readDb, type Sorting } from '#platform/persistence';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';
import type { CustomerPageView } from './customer.view.ts';

export const CUSTOMER_ORDERS = ['created_at', 'email', 'name'] as const;
type Order = (typeof CUSTOMER_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface CustomerFilter {
  readonly organization_id?: readonly string[];
  /** The whole address; case-insensitive. */
  readonly email?: string;
  /** A part of the e-mail address, name or billing name, or a prefix of the external id; case-insensitive. */
  readonly query?: string;
  /** Whether the customer has an active subscription. */
  readonly active?: boolean;
  readonly metadata?: MetadataFilter;
}

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

function matching({ email, query, active, metadata }: CustomerFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`deleted_at is null`];
  if (email !== undefined) conditions.push(sql`email_key = ${email.toLowerCase()}`);
  if (query) {
    const within = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${query})) > 0`;
    const startsWith = sql`starts_with(lower(external_id), lower(${query}))`;
    conditions.push(sql`(${within('email')} or ${within('name')} or ${within('billing_name')} or ${startsWith})`);
  }
  if (active !== undefined) {
    const subscribed = sql`exists (select from ${sql.table(ACTIVE_SUBSCRIPTIONS)} as a
      where a.organization_id = customers.organization_id and a.customer_id = customers.id)`;
    conditions.push(active ? subscribed : sql`not ${subscribed}`);
  }
  if (metadata) conditions.push(metadataMatches(metadata));
  return sql.join(conditions, sql` and `);
}

@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(private readonly em: EntityManager) {}

  /** Reads each organization in index order, no further than the end of the page, then merges them. */
  async execute({ access, filter, sorting, paging }: ListCustomers): Promise<CustomerPageView> {
    const organizations = access.narrow(filter.organization_id);
    const [some, order, offset] = [matching(filter), orderByWithId(sorting), offsetOf(paging)];
    const page = sql`
      select found.* from unnest(${organizations}::uuid[]) as tenant (id) cross join lateral (
        select ${CUSTOMER_SELECTION} from customer_portal.customers
        where organization_id = tenant.id and ${some} order by ${order} limit ${offset + paging.limit}
      ) as found order by ${order} limit ${paging.limit} offset ${offset}`;
    const total = sql<{ readonly total: number }>`
      select count(*) as total from customer_portal.customers where organization_id = any(${organizations}::uuid[]) and ${some}`;
    const [items, { rows }] = await Promise.all([readCustomers(this.em, page), total.execute(readDb<object>(this.em))]);
    return toPage(items, rows[0]!.total, paging);
  }
}
