import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { ReservableMeters } from '../domain/reservable-meters.ts';

/** Gives the units of a reservation back. */
export class ReleaseUnits extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseUnits)
export class ReleaseUnitsHandler implements ICommandHandler<ReleaseUnits> {
  constructor(private readonly meters: ReservableMeters) {}

  async execute({ access, customerMeterId, id }: ReleaseUnits): Promise<void> {
    const which = { id: customerMeterId, organizations: access.visible };
    access.assertCanManage((await this.meters.ownerOf(which)).organizationId);
    await this.meters.change(which, (meter) => meter.release(id));
  }
}
