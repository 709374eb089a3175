import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindPurchase } from '#entitlements/contract';
import { Clock } from '#kernel';
import { SeatPools, type WhichPool, type WhichPurchase } from '../domain/seat-pools.ts';

/** Revokes, in batches, all seats of a purchase that has ended. Does nothing for other purchases. */
export class RevokeSeatsOfEndedPurchase extends Command<void> {
  constructor(readonly purchase: WhichPurchase) {
    super();
  }
}

/** Revokes, in batches, all seats of the purchases of a customer. */
export class RevokeSeatsOfCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

/** Revokes all seats that a member holds. */
export class RevokeSeatsOfMember extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}

async function revokeAll(pools: SeatPools, which: WhichPool, now: Date): Promise<void> {
  for (let seatIds = await pools.assignedSeats(which); seatIds.length > 0; seatIds = await pools.assignedSeats(which)) {
    await pools.change({ ...which, seatIds }, (pool) => {
      for (const id of seatIds) pool.revoke(id, now);
    });
  }
}

@CommandHandler(RevokeSeatsOfEndedPurchase)
export class RevokeSeatsOfEndedPurchaseHandler implements ICommandHandler<RevokeSeatsOfEndedPurchase> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ purchase: which }: RevokeSeatsOfEndedPurchase): Promise<void> {
    const purchase = await this.queries.execute(new FindPurchase(which));
    if (!purchase?.hasEnded) return;
    const { organizationId } = purchase;
    const pool = await this.pools.ofPurchase(organizationId, which);
    if (pool) await revokeAll(this.pools, { organizationId, poolId: pool.id }, this.clock.now());
  }
}

@CommandHandler(RevokeSeatsOfCustomer)
export class RevokeSeatsOfCustomerHandler implements ICommandHandler<RevokeSeatsOfCustomer> {
  constructor(
    private readonly pools: SeatPools,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: RevokeSeatsOfCustomer): Promise<void> {
    for (const poolId of await this.pools.ofCustomer(organizationId, customerId)) {
      await revokeAll(this.pools, { organizationId, poolId }, this.clock.now());
    }
  }
}

@CommandHandler(RevokeSeatsOfMember)
export class RevokeSeatsOfMemberHandler implements ICommandHandler<RevokeSeatsOfMember> {
  constructor(
    private readonly pools: SeatPools,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, memberId }: RevokeSeatsOfMember): Promise<void> {
    for (const { poolId, seatId } of await this.pools.heldBy(organizationId, memberId)) {
      await this.pools.change({ organizationId, poolId, seatIds: [seatId] }, (pool) => {
        pool.revoke(seatId, this.clock.now());
      });
    }
  }
}
