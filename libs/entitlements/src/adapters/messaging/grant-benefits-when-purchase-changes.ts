import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncPurchaseGrants } from '../../commands/sync-purchase-grants.ts';

/** It became active, fell past due, or ended: grants agree with it as it is now, whatever was heard of first. */
@Injectable()
export class GrantBenefitsWhenPurchaseChanges extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload: { changed } }: PublishedEvent): boolean {
    return name !== 'subscription.updated' || (Array.isArray(changed) && changed.includes('grace_over'));
  }

  handle({ name, organizationId, aggregateId }: PublishedEvent): Promise<void> {
    const which = name.startsWith('order.') ? { orderId: aggregateId } : { subscriptionId: aggregateId };
    return this.commands.execute(new SyncPurchaseGrants({ organizationId, ...which }));
  }
}
