import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';

/** Makes a new invitation to a seat, which is sent by mail. Older ones are of no use from then on. */
export class ResendInvitation extends Command<void> {
  constructor(
    readonly reach: SeatAccess,
    readonly seatId: string,
  ) {
    super();
  }
}

@CommandHandler(ResendInvitation)
export class ResendInvitationHandler implements ICommandHandler<ResendInvitation> {
  constructor(
    private readonly pools: SeatPools,
    private readonly clock: Clock,
  ) {}

  async execute({ reach, seatId }: ResendInvitation): Promise<void> {
    const place = await findAccessibleSeat(this.pools, reach, seatId);
    await this.pools.change(seatSelector(place), (pool) => pool.resend(seatId, this.clock.now()));
  }
}
