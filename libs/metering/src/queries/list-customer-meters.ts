import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { digestUuid } from '#support/texts';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { type Sorting, fixedRead, readDb } from '#engine/persistence';
import { type Order, pageOfIds } from './customer-meter-pages.ts';
import type { CustomerMeterView } from './customer-meter.view.ts';
import { CustomerMeterLoader, customerMeterRows } from './customer-meter-loader.ts';

export { CUSTOMER_METER_ORDERS } from './customer-meter-pages.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
interface CustomerMeterFilter {
  readonly organization_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  /** Archived meters are excluded unless meters are given. */
  readonly meter_id?: readonly string[];
}

export class ListCustomerMeters extends Query<Page<CustomerMeterView>> {
  constructor(
    readonly access: Access,
    readonly filter: CustomerMeterFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

interface Wanted {
  readonly organizations: readonly string[];
  readonly meterIds: readonly string[] | undefined;
  /** Undefined for the customer meters of all customers. */
  readonly customers: readonly string[] | undefined;
}

interface Bounds {
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
}

const metersOf = ({ organizations, meterIds }: Wanted): RawBuilder<unknown> =>
  sql`select id, name, customer_meters from metering.meters where organization_id = any(${organizations}::uuid[])
    and ${meterIds ? sql`id = any(${meterIds}::uuid[])` : sql`archived_at is null`}`;

const readPage = fixedRead((_db: Kysely<object>, wanted: Wanted, bounds: Bounds) =>
  customerMeterRows(pageOfIds({ ...bounds, meters: metersOf(wanted), customers: wanted.customers })),
);

const readTotal = fixedRead((_db: Kysely<object>, wanted: Wanted) => {
  const { customers } = wanted;
  return customers
    ? sql<{ total: number }>`select count(*) as total from metering.customer_meters c
        where c.customer_id = any(${customers}::uuid[]) and c.meter_id in (select id from (${metersOf(wanted)}) as m)`
    : sql<{ total: number }>`select coalesce(sum(customer_meters), 0)::int8 as total from (${metersOf(wanted)}) as m`;
});

@QueryHandler(ListCustomerMeters)
export class ListCustomerMetersHandler implements IQueryHandler<ListCustomerMeters> {
  constructor(
    private readonly em: EntityManager,
    private readonly loader: CustomerMeterLoader,
  ) {}

  async execute({ access, filter, sorting, paging }: ListCustomerMeters): Promise<Page<CustomerMeterView>> {
    const organizations = access.narrow(filter.organization_id);
    const wanted = { organizations, meterIds: filter.meter_id, customers: await this.customersFor(organizations, filter) };
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { sorting, offset: offsetOf(paging), limit: paging.limit }),
      readTotal(this.em, wanted),
    ]);
    return toPage(await this.loader.ofRows(rows), counted!.total, paging);
  }

  private async customersFor(
    organizations: readonly string[],
    { customer_id, external_customer_id }: CustomerMeterFilter,
  ): Promise<readonly string[] | undefined> {
    if (!external_customer_id) return customer_id;
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from metering.subjects where organization_id = any(${organizations}::uuid[])
        and external_key = any(${external_customer_id.map(digestUuid)}::uuid[]) and customer_id is not null`.execute(
      readDb<object>(this.em),
    );
    const withExternalId = rows.map((row) => row.customer_id);
    return customer_id ? withExternalId.filter((id) => customer_id.includes(id)) : withExternalId;
  }
}
