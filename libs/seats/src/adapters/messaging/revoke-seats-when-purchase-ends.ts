import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SubscriptionRevoked } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfEndedPurchase } from '../../commands/revoke-seats.ts';

/** Revokes the seats of a subscription that has ended. While it is paused or not paid, nobody can use them, but they stay. */
@Injectable()
export class RevokeSeatsWhenPurchaseEnds extends Subscriber<SubscriptionRevoked> {
  readonly id = 'RevokeSeatsWhenPurchaseEnds';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<SubscriptionRevoked>): boolean {
    return payload.seats !== null;
  }

  async handle({ aggregateId }: PublishedEvent<SubscriptionRevoked>): Promise<void> {
    await this.commands.execute(new RevokeSeatsOfEndedPurchase({ subscriptionId: aggregateId }));
  }
}
