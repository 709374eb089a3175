import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncSubscriptionSeats } from '../../commands/sync-subscription-seats.ts';

/** A subscription has as many seats as its pool, even if whoever changed the one could not change the other. */
@Injectable()
export class SyncSeatsWhenPoolResized extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, payload: { subscription_id } }: PublishedEvent): Promise<void> {
    if (subscription_id) await this.commands.execute(new SyncSubscriptionSeats(organizationId, subscription_id as string));
  }
}
