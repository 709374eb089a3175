import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { listedReservations, type Reservations } from '#support/reservations';
import { OrganizationClocks } from '#platform/clocks';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { MeterReservationView } from './meter-reservation.view.ts';

/** The open reservations of a customer meter, the oldest first. Throws `ResourceNotFound`. */
export class ListMeterReservations extends Query<Page<MeterReservationView>> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListMeterReservations)
export class ListMeterReservationsHandler implements IQueryHandler<ListMeterReservations> {
  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
  ) {}

  async execute({ access, customerMeterId, paging }: ListMeterReservations): Promise<Page<MeterReservationView>> {
    const { rows } = await sql<{ organization_id: string; reservations: Reservations; now: number }>`
      select organization_id, reservations, date_part('epoch', clock_timestamp()) * 1000 as now from metering.customer_meters
      where id = ${customerMeterId} and organization_id = any(${access.visible}::uuid[])`.execute(readDb<object>(this.em));
    const [found] = rows;
    if (!found) throw new ResourceNotFound();
    const { organization_id, reservations, now } = found;
    const open = listedReservations(reservations, new Date(now + this.clocks.aheadMs(organization_id)));
    return toPage(open.slice(offsetOf(paging), offsetOf(paging) + paging.limit), open.length, paging);
  }
}
