import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SyncSubscriptionSeats } from '../contract/seats-of-purchases.ts';
import { ResizeSeatPool } from '../needs/seats-of-purchases.ts';
import type { Proration } from '../domain/offer.ts';
import { assertSeatsNotDearer } from '../domain/dearer-terms.ts';
import { assertSeats } from '../domain/purchase.ts';
import type { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { prorationOf, purchasedPrices } from './offer-of-product.ts';
import { OwnPurchases, type PurchaseAccess } from './purchase-access.ts';

/**
 * Changes the number of purchased seats of a subscription, at once or with the next period. It also has to suit a product that is
 * scheduled. At once, the seat pool decides, because it counts the assigned seats. The subscription is updated afterwards; if that
 * fails, the event `seat_pool.resized` updates it.
 */
export class BuySeats extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
    readonly seats: number,
    /** The default is the setting of the organization. */
    readonly proration?: Proration,
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
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, seats, proration }: BuySeats): Promise<void> {
    const which = { id, organizations: access.visible };
    const { organizationId, priceIds, nextOffer } = await this.subscriptions.change(which, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      subscription.assertLive();
      const { organizationId: owner, priceIds: bought, pendingUpdate } = subscription.snapshot;
      return { organizationId: owner, priceIds: bought, nextOffer: pendingUpdate?.offer };
    });
    const how = proration ?? (await prorationOf(this.queries, organizationId));
    const isLater = how === 'next_period';
    const prices = await purchasedPrices(this.queries, priceIds);
    if (!isLater || !nextOffer) assertSeats({ prices }, seats);
    if (nextOffer) assertSeats(nextOffer, seats);
    const now = this.clock.now(organizationId);
    const change = (by: (subscription: Subscription) => void): Promise<void> =>
      this.subscriptions.change(which, (subscription) => {
        if (access instanceof OwnPurchases) assertSeatsNotDearer(subscription.snapshot, seats, prices, how === 'reset');
        by(subscription);
      });
    if (isLater) return change((subscription) => subscription.scheduleSeats(seats, now));
    await change((subscription) => subscription.requestSeats(how, now));
    const pool = await this.commands.execute(new ResizeSeatPool({ organizationId, subscriptionId: id }, seats));
    await this.commands.execute(new SyncSubscriptionSeats(organizationId, id, pool));
  }
}
