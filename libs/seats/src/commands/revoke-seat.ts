import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';

/** Takes a seat away from whoever has it. */
export class RevokeSeat extends Command<void> {
  constructor(
    readonly reach: SeatAccess,
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

  async execute({ reach, id }: RevokeSeat): Promise<void> {
    const place = await findAccessibleSeat(this.pools, reach, id);
    await this.pools.change(seatSelector(place), (pool) => {
      pool.revoke(id, this.clock.now());
    });
  }
}
