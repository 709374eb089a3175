import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';

/** Revokes a seat, pending or claimed. */
export class RevokeSeat extends Command<void> {
  constructor(
    readonly access: SeatAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSeat)
export class RevokeSeatHandler implements ICommandHandler<RevokeSeat> {
  constructor(
    private readonly pools: SeatPools,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: RevokeSeat): Promise<void> {
    const seat = await findAccessibleSeat(this.pools, access, id);
    await this.pools.change(seatSelector(seat), (pool) => {
      pool.revoke(id, this.clock.now());
    });
  }
}
