import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { SeatPools, type WhichPurchase } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { ensurePool, findAccessiblePurchase } from './find-accessible-purchase.ts';

/** Releases the pending seats of a purchase whose invitation has expired, and returns their number. */
export class ReleaseExpiredSeats extends Command<number> {
  constructor(
    readonly access: SeatAccess,
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
    private readonly clock: WallClock,
  ) {}

  async execute({ access, purchase: which }: ReleaseExpiredSeats): Promise<number> {
    const now = this.clock.now();
    const purchase = await findAccessiblePurchase(this.queries, access, which);
    if (purchase.seats === null) return 0;
    const { id: poolId } = await ensurePool(this.pools, purchase, now);
    const pool = { organizationId: purchase.organizationId, poolId };
    let released = 0;
    for (
      let seatIds = await this.pools.assignedSeats(pool, now);
      seatIds.length > 0;
      seatIds = await this.pools.assignedSeats(pool, now)
    ) {
      released += await this.pools.change({ ...pool, seatIds }, (found) => seatIds.filter((id) => found.release(id, now)).length);
    }
    return released;
  }
}
