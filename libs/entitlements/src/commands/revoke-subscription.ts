import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { CancellationReason } from '../domain/cancellation.ts';
import { Subscriptions } from '../domain/subscriptions.ts';

/** Ends a subscription immediately. */
export class RevokeSubscription extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly reason: CancellationReason,
  ) {
    super();
  }
}

@CommandHandler(RevokeSubscription)
export class RevokeSubscriptionHandler implements ICommandHandler<RevokeSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, reason }: RevokeSubscription): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId);
      subscription.revoke(reason, this.clock.now());
    });
  }
}
