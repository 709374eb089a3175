import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindSeatPool } from '#seats/contract';
import { Subscriptions } from '../domain/subscriptions.ts';
import { purchasedPrices } from './purchased-prices.ts';

/** Copies the number of seats from the seat pool to its subscription and updates the amount. */
export class SyncSubscriptionSeats extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(SyncSubscriptionSeats)
export class SyncSubscriptionSeatsHandler implements ICommandHandler<SyncSubscriptionSeats> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, subscriptionId }: SyncSubscriptionSeats): Promise<void> {
    const pool = await this.queries.execute(new FindSeatPool({ organizationId, subscriptionId }));
    const which = { id: subscriptionId, organizations: [organizationId] };
    if (!pool) return;
    const priceIds = await this.subscriptions.change(which, (subscription) => subscription.snapshot.priceIds);
    const prices = await purchasedPrices(this.queries, priceIds);
    const { capacity, revision } = pool;
    await this.subscriptions.change(which, (subscription) =>
      subscription.syncSeats({ seats: capacity, revision }, prices, this.clock.now()),
    );
  }
}
