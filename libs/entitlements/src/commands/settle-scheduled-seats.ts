import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { CountAssignedSeats, ResizeSeatPool } from '../needs/seats-of-purchases.ts';
import { Subscriptions, type WhichSubscription } from '../domain/subscriptions.ts';
import { purchasedPrices } from './offer-of-product.ts';

/**
 * Makes the change of seats that was scheduled for the end of the period, and begins the next period. The seat pool decides: nobody
 * loses a seat, so as many seats remain as are assigned. The whole scheduled change is dropped if that does not suit the product that
 * is scheduled as well. Does nothing if no change of seats is due.
 */
export class SettleScheduledSeats extends Command<void> {
  constructor(readonly which: WhichSubscription) {
    super();
  }
}

@CommandHandler(SettleScheduledSeats)
export class SettleScheduledSeatsHandler implements ICommandHandler<SettleScheduledSeats> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ which }: SettleScheduledSeats): Promise<void> {
    const now = this.clock.now(which.organizations[0]);
    const { organizationId, priceIds, scheduled } = await this.subscriptions.change(which, (subscription) => ({
      organizationId: subscription.organizationId,
      priceIds: subscription.snapshot.priceIds,
      scheduled: subscription.seatsDue(now),
    }));
    if (scheduled === undefined) return;
    const purchase = { organizationId, subscriptionId: which.id };
    const assigned = await this.queries.execute(new CountAssignedSeats(purchase));
    const isDropped = await this.subscriptions.change(which, (subscription) => subscription.dropSeatsThatDoNotFit(assigned, now));
    if (isDropped) return;
    const pool = await this.commands.execute(new ResizeSeatPool(purchase, scheduled, 'keep_assigned'));
    const agreed = await purchasedPrices(this.queries, priceIds);
    await this.subscriptions.change(which, (subscription) => {
      subscription.settleSeats(pool, subscription.pendingUpdate?.offer?.prices ?? agreed, now);
    });
  }
}
