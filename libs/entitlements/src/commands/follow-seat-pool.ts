import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindSeatPool } from '#seats/contract';
import { Subscriptions } from '../domain/subscriptions.ts';
import { pricesBought } from './prices-bought.ts';

/** Makes a subscription agree with the number of seats that its pool has decided on, and what they cost. */
export class FollowSeatPool extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowSeatPool)
export class FollowSeatPoolHandler implements ICommandHandler<FollowSeatPool> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, subscriptionId }: FollowSeatPool): Promise<void> {
    const pool = await this.queries.execute(new FindSeatPool({ organizationId, subscriptionId }));
    const which = { id: subscriptionId, organizations: [organizationId] };
    if (!pool) return;
    const priceIds = await this.subscriptions.change(which, (subscription) => subscription.priceIds);
    const prices = await pricesBought(this.queries, priceIds);
    const { bought, revision } = pool;
    await this.subscriptions.change(which, (subscription) =>
      subscription.followSeats({ seats: bought, revision }, prices, this.clock.now()),
    );
  }
}
