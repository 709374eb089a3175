import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncPurchaseGrants } from '../../commands/sync-purchase-grants.ts';
import type {
  OrderPaid,
  OrderUpdated,
  SubscriptionActive,
  SubscriptionCreated,
  SubscriptionPastDue,
  SubscriptionPaused,
  SubscriptionResumed,
  SubscriptionRevoked,
  SubscriptionUpdated,
} from '../../contract/index.ts';

type Handled =
  | OrderPaid
  | OrderUpdated
  | SubscriptionActive
  | SubscriptionCreated
  | SubscriptionPastDue
  | SubscriptionPaused
  | SubscriptionResumed
  | SubscriptionRevoked
  | SubscriptionUpdated;

/** Updates the grants to the current state of the purchase, so the order of events does not matter. */
@Injectable()
export class GrantBenefitsWhenPurchaseChanges extends Subscriber<Handled> {
  readonly id = 'GrantBenefitsWhenPurchaseChanges';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload }: PublishedEvent<Handled>): boolean {
    if (name === 'order.updated') return payload.changed.includes('benefits');
    return (
      name !== 'subscription.updated' || ['grace_over', 'product_id', 'quantity'].some((field) => payload.changed.includes(field))
    );
  }

  handle({ id, name, organizationId, aggregateId }: PublishedEvent<Handled>): Promise<void> {
    const which = name === 'order.paid' || name === 'order.updated' ? { orderId: aggregateId } : { subscriptionId: aggregateId };
    return this.commands.execute(new SyncPurchaseGrants({ organizationId, ...which }, Number(id)));
  }
}
