import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SyncSubscriptionSeats } from '../contract/seats-of-purchases.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { purchasedPrices } from './offer-of-product.ts';

@CommandHandler(SyncSubscriptionSeats)
export class SyncSubscriptionSeatsHandler implements ICommandHandler<SyncSubscriptionSeats> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, subscriptionId, pool }: SyncSubscriptionSeats): Promise<void> {
    const which = { id: subscriptionId, organizations: [organizationId] };
    const priceIds = await this.subscriptions.change(which, (subscription) => subscription.snapshot.priceIds);
    const prices = await purchasedPrices(this.queries, priceIds);
    await this.subscriptions.change(which, (subscription) => subscription.syncSeats(pool, prices, this.clock.now()));
  }
}
