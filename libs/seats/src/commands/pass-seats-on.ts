import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindRemainingMembers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';

/** The seats of a member that was merged go to the one that took its place. Does nothing for any other member. */
export class PassSeatsOn extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}

@CommandHandler(PassSeatsOn)
export class PassSeatsOnHandler implements ICommandHandler<PassSeatsOn> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, memberId }: PassSeatsOn): Promise<void> {
    const remaining = (await this.queries.execute(new FindRemainingMembers([memberId]))).get(memberId);
    if (!remaining || remaining.id === memberId) return;
    const recipient = { memberId: remaining.id, email: remaining.email };
    for (const { poolId, seatId } of await this.pools.heldBy(organizationId, memberId)) {
      await this.pools.change({ organizationId, poolId, seatIds: [seatId], recipients: [recipient] }, (pool) =>
        pool.passOn(seatId, recipient, this.clock.now()),
      );
    }
  }
}
