import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindRemainingMembers } from '#customer-portal/contract';
import type { WhichPurchase } from '../domain/seat-pools.ts';
import { MoveSeatsOfMergedCustomer } from './move-seats-of-merged-customer.ts';
import { PassSeatsOn } from './pass-seats-on.ts';
import { RevokeSeatsOfCustomer, RevokeSeatsOfEndedPurchase, RevokeSeatsOfMember } from './revoke-seats.ts';

/**
 * Revokes seats, in batches, whose customer or member was deleted or whose purchase ended while they were being assigned, and moves those
 * whose customer or member was merged.
 */
export class RevokeOrphanedSeats extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly memberId: string,
    readonly purchase: WhichPurchase,
  ) {
    super();
  }
}

@CommandHandler(RevokeOrphanedSeats)
export class RevokeOrphanedSeatsHandler implements ICommandHandler<RevokeOrphanedSeats> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, customerId, memberId, purchase }: RevokeOrphanedSeats): Promise<void> {
    await this.commands.execute(new MoveSeatsOfMergedCustomer(organizationId, customerId));
    const [customers, members] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindRemainingMembers([memberId])),
    ]);
    const member = members.get(memberId);
    if (customers.get(customerId)?.deleted_at !== null) {
      await this.commands.execute(new RevokeSeatsOfCustomer(organizationId, customerId));
    } else if (!member) {
      await this.commands.execute(new RevokeSeatsOfMember(organizationId, memberId));
    } else if (member.id !== memberId) {
      await this.commands.execute(new PassSeatsOn(organizationId, memberId));
    }
    await this.commands.execute(new RevokeSeatsOfEndedPurchase(purchase));
  }
}
