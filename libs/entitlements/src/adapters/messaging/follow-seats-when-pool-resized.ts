import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { FollowSeatPool } from '../../commands/follow-seat-pool.ts';

/** A subscription has as many seats as its pool, even if whoever changed the one could not change the other. */
@Injectable()
export class FollowSeatsWhenPoolResized extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, payload: { subscription_id } }: PublishedEvent): Promise<void> {
    if (subscription_id) await this.commands.execute(new FollowSeatPool(organizationId, subscription_id as string));
  }
}
