import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { ResizeSeatPool } from '#seats/contract';
import { assertSeats } from '../domain/purchase.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { SyncSubscriptionSeats } from './sync-subscription-seats.ts';
import { purchasedPrices } from './purchased-prices.ts';

/**
 * Changes the number of purchased seats of a subscription, which also has to suit a product that is scheduled. The seat pool decides, because it counts the assigned seats. The
 * subscription is updated afterwards; if that fails, the event `seat_pool.resized` updates it.
 */
export class BuySeats extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly seats: number,
  ) {
    super();
  }
}

@CommandHandler(BuySeats)
export class BuySeatsHandler implements ICommandHandler<BuySeats> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ access, id, seats }: BuySeats): Promise<void> {
    const { organizationId, priceIds, nextOffer } = await this.subscriptions.change(
      { id, organizations: access.visible },
      (subscription) => {
        access.assertCanManage(subscription.organizationId);
        subscription.assertLive();
        const { organizationId: owner, priceIds: agreed, pendingUpdate } = subscription;
        return { organizationId: owner, priceIds: agreed, nextOffer: pendingUpdate?.offer };
      },
    );
    assertSeats({ prices: await purchasedPrices(this.queries, priceIds) }, seats);
    if (nextOffer) assertSeats(nextOffer, seats);
    await this.commands.execute(new ResizeSeatPool({ organizationId, subscriptionId: id }, seats));
    await this.commands.execute(new SyncSubscriptionSeats(organizationId, id));
  }
}
