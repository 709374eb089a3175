import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindMemberOfCustomer } from '#customer-portal/contract';
import type { WhichPurchase } from '../domain/seat-pools.ts';
import { RevokeSeatsOfCustomer, RevokeSeatsOfEndedPurchase, RevokeSeatsOfMember } from './revoke-seats.ts';

/** Revokes seats, in batches, whose customer or member was deleted or whose purchase ended while they were being assigned. */
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
    const [customers, member] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { id: memberId })),
    ]);
    if (customers.get(customerId)?.deleted_at !== null) {
      await this.commands.execute(new RevokeSeatsOfCustomer(organizationId, customerId));
    } else if (!member) {
      await this.commands.execute(new RevokeSeatsOfMember(organizationId, memberId));
    }
    await this.commands.execute(new RevokeSeatsOfEndedPurchase(purchase));
  }
}
