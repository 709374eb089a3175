import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import type { SeatPoolResized } from '#seats/contract';
import { SyncSubscriptionSeats } from '../../commands/sync-subscription-seats.ts';

/** A subscription has as many seats as its seat pool, even if the command that resized the pool failed to update the subscription. */
@Injectable()
export class SyncSeatsWhenPoolResized extends Subscriber<SeatPoolResized> {
  readonly id = 'FollowSeatsWhenPoolResized';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, payload }: PublishedEvent<SeatPoolResized>): Promise<void> {
    const { subscription_id } = payload;
    if (subscription_id !== null) await this.commands.execute(new SyncSubscriptionSeats(organizationId, subscription_id));
  }
}
