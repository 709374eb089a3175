import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeSeatsOfEndedPurchase } from '../../commands/revoke-seats.ts';

/** A subscription that ends, or is no longer kept although nothing was paid, takes its seats along. */
@Injectable()
export class RevokeSeatsWhenPurchaseEnds extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ name, aggregateId, payload }: PublishedEvent): Promise<void> {
    if (payload['seats'] === null || (name === 'subscription.updated' && !endedGrace(payload))) return;
    await this.commands.execute(new RevokeSeatsOfEndedPurchase({ subscriptionId: aggregateId }));
  }
}

const endedGrace = ({ changed }: PublishedEvent['payload']): boolean => Array.isArray(changed) && changed.includes('grace_over');
