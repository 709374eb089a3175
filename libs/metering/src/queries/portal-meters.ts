import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindBenefits } from '#catalog/contract';
import { FindMeterEntitlements } from '#entitlements/contract';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { type Sorting, readDb } from '#engine/persistence';
import { describeResource, type Infer, nullable, object, text, timestamp, uuid4 } from '#platform/wire';
import { type Order, pageOfIds } from './customer-meter-pages.ts';
import { CustomerMeterLoader } from './customer-meter-loader.ts';
import { BALANCE_FIELDS } from './customer-meter.view.ts';

export const PORTAL_METER_ORDERS = [
  'created_at',
  'modified_at',
  'meter_id',
  'meter_name',
  'consumed_units',
  'credited_units',
  'balance',
] as const;

const MeterView = object(
  { created_at: timestamp(), modified_at: nullable(timestamp()), id: uuid4(), name: text() },
  'CustomerCustomerMeterMeter',
  { ...describeResource('meter'), name: 'The name of the meter.' },
);

export const PortalMeterView = object({ ...BALANCE_FIELDS, meter: MeterView }, 'CustomerCustomerMeter', { meter: 'The meter.' });
export type PortalMeterView = Infer<typeof PortalMeterView>;

interface PortalMeterFilter {
  readonly meter_id?: readonly string[];
  /** A part of the meter's name; case-insensitive. */
  readonly query?: string;
}

export class ListPortalMeters extends Query<Page<PortalMeterView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly filter: PortalMeterFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

export class GetPortalMeter extends Query<PortalMeterView> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

const MAX_METERS = 1_000;

/** The meters a customer sees in the portal: those it pays for or has credits of, without archived ones. */
@Injectable()
export class PortalMeters {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly loader: CustomerMeterLoader,
  ) {}

  /** Usage belongs to the customer as a whole, so members with restricted access see none of it. */
  async page(
    access: CustomerAccess,
    filter: PortalMeterFilter,
    sorting: Sorting<Order>,
    paging: Paging,
  ): Promise<Page<PortalMeterView>> {
    if (!access.sees(null)) return toPage([], 0, paging);
    const own = await this.metersOf(access);
    const meterIds = filter.meter_id ? own.filter((id) => filter.meter_id!.includes(id)) : own;
    const meters = sql`select id, name from metering.meters where id = any(${meterIds}::uuid[]) and archived_at is null
      and organization_id = ${access.organizationId}
      and ${filter.query ? sql`strpos(lower(name), lower(${filter.query})) > 0` : sql`true`}`;
    const db = readDb<object>(this.em);
    const { customerId } = access;
    const page = pageOfIds({ meters, customers: [customerId], sorting, offset: offsetOf(paging), limit: paging.limit });
    const total = sql<{ total: number }>`select count(*)::int as total from metering.customer_meters
      where customer_id = ${customerId} and meter_id in (select id from (${meters}) as m)`;
    const [items, totals] = await Promise.all([this.loader.of(page), total.execute(db)]);
    return toPage(items.map(toPortalView), totals.rows[0]!.total, paging);
  }

  async get(access: CustomerAccess, id: string): Promise<PortalMeterView> {
    const { items } = await this.page(access, {}, ['created_at'], { page: 1, limit: MAX_METERS });
    const customerMeter = items.find((item) => item.id === id);
    if (!customerMeter) throw new ResourceNotFound();
    return customerMeter;
  }

  private async metersOf({ organizationId, customerId }: CustomerAccess): Promise<string[]> {
    const { paidMeterIds, benefitIds } = await this.queries.execute(new FindMeterEntitlements(organizationId, customerId));
    const granted = await this.queries.execute(new FindBenefits(benefitIds));
    const credited = [...granted.values()].flatMap((benefit) =>
      benefit.type === 'meter_credit' ? benefit.properties.meter_id : [],
    );
    return [...new Set([...paidMeterIds, ...credited])];
  }
}

function toPortalView({
  customer: _customer,
  meter,
  ...item
}: Awaited<ReturnType<CustomerMeterLoader['of']>>[number]): PortalMeterView {
  const { created_at, modified_at, id, name } = meter;
  return { ...item, meter: { created_at, modified_at, id, name } };
}

@QueryHandler(ListPortalMeters)
export class ListPortalMetersHandler implements IQueryHandler<ListPortalMeters> {
  constructor(private readonly meters: PortalMeters) {}

  execute({ access, filter, sorting, paging }: ListPortalMeters): Promise<Page<PortalMeterView>> {
    return this.meters.page(access, filter, sorting, paging);
  }
}

@QueryHandler(GetPortalMeter)
export class GetPortalMeterHandler implements IQueryHandler<GetPortalMeter> {
  constructor(private readonly meters: PortalMeters) {}

  execute({ access, id }: GetPortalMeter): Promise<PortalMeterView> {
    return this.meters.get(access, id);
  }
}
