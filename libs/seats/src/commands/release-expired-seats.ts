import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SeatPools, type WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { ensurePool, findAccessiblePurchase } from './find-accessible-purchase.ts';

/** Frees the pending seats of a purchase whose invitation has expired. Answers how many they were. */
export class ReleaseExpiredSeats extends Command<number> {
  constructor(
    readonly reach: SeatAccess,
    readonly purchase: WhichPurchase,
  ) {
    super();
  }
}

@CommandHandler(ReleaseExpiredSeats)
export class ReleaseExpiredSeatsHandler implements ICommandHandler<ReleaseExpiredSeats> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ reach, purchase: wanted }: ReleaseExpiredSeats): Promise<number> {
    const now = this.clock.now();
    const purchase = await findAccessiblePurchase(this.queries, reach, wanted);
    if (purchase.seats === null) return 0;
    const { id: poolId } = await ensurePool(this.pools, purchase, now);
    const which = { organizationId: purchase.organizationId, poolId };
    let released = 0;
    for (
      let seatIds = await this.pools.assignedSeats(which, now);
      seatIds.length > 0;
      seatIds = await this.pools.assignedSeats(which, now)
    ) {
      released += await this.pools.change({ ...which, seatIds }, (pool) => seatIds.filter((id) => pool.release(id, now)).length);
    }
    return released;
  }
}
