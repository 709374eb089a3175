import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { listedReservations } from '#support/reservations';
import { OrganizationClocks } from '#platform/clocks';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import type { UsageReservationView } from './usage-reservation.view.ts';
import { visibleKeys } from './visible-keys.ts';

/** The open reservations of a license key, the oldest first. Throws `ResourceNotFound`. */
export class ListUsageReservations extends Query<Page<UsageReservationView>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListUsageReservations)
export class ListUsageReservationsHandler implements IQueryHandler<ListUsageReservations> {
  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
  ) {}

  async execute({ access, id, paging }: ListUsageReservations): Promise<Page<UsageReservationView>> {
    const key = await visibleKeys(this.em, access.visible)
      .select(['organization_id', 'reservations', sql<number>`date_part('epoch', clock_timestamp()) * 1000`.as('now')])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!key) throw new ResourceNotFound();
    const { organization_id, reservations, now } = key;
    const open = listedReservations(reservations, new Date(now + this.clocks.aheadMs(organization_id)));
    return toPage(open.slice(offsetOf(paging), offsetOf(paging) + paging.limit), open.length, paging);
  }
}
