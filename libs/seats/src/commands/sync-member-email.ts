import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindMembers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';

/** Copies the current email address of a member to its seats. */
export class SyncMemberEmail extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}

@CommandHandler(SyncMemberEmail)
export class SyncMemberEmailHandler implements ICommandHandler<SyncMemberEmail> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, memberId }: SyncMemberEmail): Promise<void> {
    const member = (await this.queries.execute(new FindMembers([memberId]))).get(memberId);
    if (!member) return;
    const holder = { memberId, email: member.email };
    for (const { poolId, seatId } of await this.pools.heldBy(organizationId, memberId)) {
      await this.pools.change({ organizationId, poolId, seatIds: [seatId] }, (pool) =>
        pool.syncEmail(seatId, holder, this.clock.now()),
      );
    }
  }
}
