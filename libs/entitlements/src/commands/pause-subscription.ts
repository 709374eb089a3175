import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ValidationFailed } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';
import type { PurchaseAccess } from './purchase-access.ts';

/** Pauses a subscription at the end of its period, or withdraws the pause before it begins. */
export class PauseSubscription extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
    readonly atPeriodEnd: boolean,
    readonly resumesAt: Date | null,
  ) {
    super();
  }
}

@CommandHandler(PauseSubscription)
export class PauseSubscriptionHandler implements ICommandHandler<PauseSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, atPeriodEnd, resumesAt }: PauseSubscription): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      if (atPeriodEnd) return subscription.schedulePause(resumesAt, this.clock.now());
      if (resumesAt) throw ValidationFailed.at(['resumesAt'], 'A pause that is withdrawn has no end.', resumesAt);
      return subscription.unschedulePause(this.clock.now());
    });
  }
}
