import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SubscriptionPastDue, SubscriptionRevoked, SubscriptionUpdated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfEndedPurchase } from '../../commands/revoke-seats.ts';

type Handled = SubscriptionPastDue | SubscriptionRevoked | SubscriptionUpdated;

/** Revokes the seats of a subscription that ended, or whose grace period after a failed payment has ended. */
@Injectable()
export class RevokeSeatsWhenPurchaseEnds extends Subscriber<Handled> {
  readonly id = 'RevokeSeatsWhenPurchaseEnds';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ name, aggregateId, payload }: PublishedEvent<Handled>): Promise<void> {
    if (payload.seats === null) return;
    if (name === 'subscription.updated' && !payload.changed.includes('grace_over')) return;
    await this.commands.execute(new RevokeSeatsOfEndedPurchase({ subscriptionId: aggregateId }));
  }
}
