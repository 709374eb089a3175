import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Cancels the scheduled change of a subscription. */
export class DiscardPendingUpdate extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DiscardPendingUpdate)
export class DiscardPendingUpdateHandler implements ICommandHandler<DiscardPendingUpdate> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: DiscardPendingUpdate): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      subscription.discardPendingUpdate(this.clock.now());
    });
  }
}
