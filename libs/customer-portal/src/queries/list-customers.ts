import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { ACTIVE_SUBSCRIPTIONS } from '#entitlements/contract';
import type { Access } from '#kernel';
import { type MetadataFilter, offsetOf, type Paging, toPage } from '#platform/http';
import { CUSTOMER_COLUMNS, readCustomers } from './customer-rows.ts';
import type { CustomerPageView } from './customer.view.ts';

export const CUSTOMER_ORDERS = ['created_at', 'email', 'name'] as const;
type Order = (typeof CUSTOMER_ORDERS)[number];

/** Values of one filter are alternatives, different filters all have to match. */
interface CustomerFilter {
  readonly organization_id?: readonly string[];
  /** The whole address, in any case. */
  readonly email?: string;
  /** Part of the address, the name or the billing name, or how the external id begins; in any case. */
  readonly query?: string;
  /** Whether they have a subscription that counts as active. */
  readonly active?: boolean;
  readonly metadata?: MetadataFilter;
}

export class ListCustomers extends Query<CustomerPageView> {
  constructor(
    readonly access: Access,
    readonly filter: CustomerFilter,
    readonly sorting: readonly (Order | `-${Order}`)[],
    readonly paging: Paging,
  ) {
    super();
  }
}

function matching({ email, query, active, metadata = [] }: CustomerFilter): RawBuilder<unknown> {
  const conditions = [sql`deleted_at is null`];
  if (email !== undefined) conditions.push(sql`email_key = ${email.toLowerCase()}`);
  if (query) {
    const within = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${query})) > 0`;
    const begins = sql`starts_with(lower(external_id), lower(${query}))`;
    conditions.push(sql`(${within('email')} or ${within('name')} or ${within('billing_name')} or ${begins})`);
  }
  if (active !== undefined) {
    const subscribed = sql`exists (select from ${sql.table(ACTIVE_SUBSCRIPTIONS)} as a
      where a.organization_id = customers.organization_id and a.customer_id = customers.id)`;
    conditions.push(active ? subscribed : sql`not ${subscribed}`);
  }
  for (const { key, values } of metadata) conditions.push(sql`metadata ->> ${key} = any(${values}::text[])`);
  return sql.join(conditions, sql` and `);
}

/** The id decides between equals, in the direction of the last criterion: so one index serves both directions. */
function ordered(criteria: ListCustomers['sorting']): RawBuilder<unknown> {
  const steps = [...criteria, criteria.at(-1)?.startsWith('-') ? '-id' : 'id'];
  return sql.join(steps.map((step) => (step.startsWith('-') ? sql`${sql.ref(step.slice(1))} desc` : sql`${sql.ref(step)} asc`)));
}

@QueryHandler(ListCustomers)
export class ListCustomersHandler implements IQueryHandler<ListCustomers> {
  constructor(private readonly em: EntityManager) {}

  /** Every organization is read in order, from the index and no further than the page; then they are merged. */
  async execute({ access, filter, sorting, paging }: ListCustomers): Promise<CustomerPageView> {
    const db = this.em.getKysely<object>();
    const wanted = filter.organization_id;
    const organizations = wanted ? access.visible.filter((id) => wanted.includes(id)) : access.visible;
    const [some, order, offset] = [matching(filter), ordered(sorting), offsetOf(paging)];
    const page = sql`
      select found.* from unnest(${organizations}::uuid[]) as tenant (id) cross join lateral (
        select ${sql.join(CUSTOMER_COLUMNS.map((column) => sql.ref(column)))} from customer_portal.customers
        where organization_id = tenant.id and ${some} order by ${order} limit ${offset + paging.limit}
      ) as found order by ${order} limit ${paging.limit} offset ${offset}`;
    const total = sql<{ count: string }>`
      select count(*) from customer_portal.customers where organization_id = any(${organizations}::uuid[]) and ${some}`;
    const [items, { rows }] = await Promise.all([readCustomers(this.em, page.compile(db)), total.execute(db)]);
    return toPage(items, Number(rows[0]!.count), paging);
  }
}
