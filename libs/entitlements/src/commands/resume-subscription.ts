import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Ends the pause of a subscription. */
export class ResumeSubscription extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(ResumeSubscription)
export class ResumeSubscriptionHandler implements ICommandHandler<ResumeSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: ResumeSubscription): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      subscription.resume(this.clock.now());
    });
  }
}
