import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { Reservation, ReservationRequest } from '#support/reservations';
import type { ReservedBalance } from '../domain/reservable-meter.ts';
import { ReservableMeters } from '../domain/reservable-meters.ts';

/** Reserves units of the balance of a customer. */
export class ReserveUnits extends Command<Reservation & ReservedBalance> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly request: ReservationRequest,
  ) {
    super();
  }
}

@CommandHandler(ReserveUnits)
export class ReserveUnitsHandler implements ICommandHandler<ReserveUnits> {
  constructor(private readonly meters: ReservableMeters) {}

  async execute({ access, customerMeterId, request }: ReserveUnits): Promise<Reservation & ReservedBalance> {
    const which = { id: customerMeterId, organizations: access.visible };
    access.assertCanManage((await this.meters.ownerOf(which)).organizationId);
    return this.meters.change<Reservation & ReservedBalance>(which, (meter) => {
      const reservation = meter.reserve(request);
      return { ...reservation, ...meter.current };
    });
  }
}
