import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Subscriptions } from '../domain/subscriptions.ts';

/** Moves the end of the current billing period of a subscription. */
export class MoveBillingPeriodEnd extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly end: Date,
  ) {
    super();
  }
}

@CommandHandler(MoveBillingPeriodEnd)
export class MoveBillingPeriodEndHandler implements ICommandHandler<MoveBillingPeriodEnd> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, end }: MoveBillingPeriodEnd): Promise<void> {
    return this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      access.assertCanManage(subscription.organizationId);
      subscription.moveCurrentPeriodEnd(end, this.clock.now());
    });
  }
}
