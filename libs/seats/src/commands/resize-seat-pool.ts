import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindPurchase } from '#entitlements/contract';
import { type ResizedSeatPool, ResizeSeatPool } from '#entitlements/needs';
import { Clock, ResourceNotFound } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';
import { ensurePool } from './find-accessible-purchase.ts';

@CommandHandler(ResizeSeatPool)
export class ResizeSeatPoolHandler implements ICommandHandler<ResizeSeatPool> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ purchase: { organizationId, ...which }, seats, ifTooFew }: ResizeSeatPool): Promise<ResizedSeatPool> {
    const purchase = await this.queries.execute(new FindPurchase(which));
    if (purchase?.organizationId !== organizationId) throw new ResourceNotFound();
    const now = this.clock.now();
    const { id: poolId } = await ensurePool(this.pools, purchase, now);
    return this.pools.change({ organizationId, poolId }, (pool) => {
      const capacity = ifTooFew === 'throw' ? seats : Math.max(seats, pool.assigned);
      return { seats: capacity, revision: pool.resize(capacity, now) };
    });
  }
}
