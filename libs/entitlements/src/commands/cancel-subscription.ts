import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { CancellationReason } from '../domain/cancellation.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Cancels a subscription at the end of its period, or withdraws the cancellation. */
export class CancelSubscription extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
    readonly atPeriodEnd: boolean,
    readonly reason: CancellationReason,
  ) {
    super();
  }
}

@CommandHandler(CancelSubscription)
export class CancelSubscriptionHandler implements ICommandHandler<CancelSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, atPeriodEnd, reason }: CancelSubscription): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      if (atPeriodEnd) subscription.cancel(reason, this.clock.now());
      else subscription.uncancel(this.clock.now());
    });
  }
}
