import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindRemainingMembers, moveToMergeTarget } from '#customer-portal/contract';
import { SeatPools, type WhichPool } from '../domain/seat-pools.ts';
import { PassSeatsOn } from './pass-seats-on.ts';
import { EraseSeats } from './erase-seats.ts';
import { RevokeSeatsOfCustomer } from './revoke-seats.ts';

/**
 * Moves the seat pools of a merged customer, in batches, to the customer that it was merged into. Holders keep their seats; the seats
 * of members that were merged go to the members that took their place. Does nothing for a customer that was not merged, so that it can
 * be repeated for what was stored at the same time.
 */
export class MoveSeatsOfMergedCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(MoveSeatsOfMergedCustomer)
export class MoveSeatsOfMergedCustomerHandler implements ICommandHandler<MoveSeatsOfMergedCustomer> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  execute({ organizationId, customerId }: MoveSeatsOfMergedCustomer): Promise<void> {
    return moveToMergeTarget(this.queries, customerId, {
      move: (from, to) => this.move(organizationId, from, to),
      end: (id) => this.commands.execute(new RevokeSeatsOfCustomer(organizationId, id)),
      erase: (id) => this.commands.execute(new EraseSeats(organizationId, id)),
    });
  }

  private async move(organizationId: string, from: string, to: string): Promise<void> {
    for (const poolId of await this.pools.ofCustomer(organizationId, from)) {
      const which = { organizationId, poolId };
      await this.passSeatsOn(which);
      await this.pools.moveTo(which, to);
    }
  }

  private async passSeatsOn(which: WhichPool): Promise<void> {
    let held = await this.pools.holdersOf(which, null);
    while (held.length > 0) {
      const remaining = await this.queries.execute(new FindRemainingMembers(held.map(({ memberId }) => memberId)));
      for (const { memberId } of held) {
        if (remaining.has(memberId) && remaining.get(memberId)!.id !== memberId) {
          await this.commands.execute(new PassSeatsOn(which.organizationId, memberId));
        }
      }
      held = await this.pools.holdersOf(which, held.at(-1)!.seatId);
    }
  }
}
