import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindMemberOfCustomer } from '#customer-portal/contract';
import type { WhichPurchase } from '../domain/seat-pools.ts';
import { RevokeSeatsOfCustomer, RevokeSeatsOfEndedPurchase, RevokeSeatsOfMember } from './revoke-seats.ts';

/** Revokes what was given to somebody who was deleted meanwhile, or of a purchase that ended. In steps. */
export class RevokeSeatsOfWhatIsGone extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly memberId: string,
    readonly purchase: WhichPurchase,
  ) {
    super();
  }
}

@CommandHandler(RevokeSeatsOfWhatIsGone)
export class RevokeSeatsOfWhatIsGoneHandler implements ICommandHandler<RevokeSeatsOfWhatIsGone> {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, customerId, memberId, purchase }: RevokeSeatsOfWhatIsGone): Promise<void> {
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
