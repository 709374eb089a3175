import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfEndedPurchase } from '../../commands/revoke-seats.ts';

/** A subscription that ends, or is no longer kept although nothing was paid, takes its seats along. */
@Injectable()
export class RevokeSeatsWhenPurchaseEnds extends Subscriber {
  override readonly inSteps: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ aggregateId }: PublishedEvent): Promise<void> {
    await this.commands.execute(new RevokeSeatsOfEndedPurchase({ subscriptionId: aggregateId }));
  }
}
