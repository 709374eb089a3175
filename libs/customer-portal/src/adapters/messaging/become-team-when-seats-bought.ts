import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { OrderPaid, SubscriptionCreated, SubscriptionUpdated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { BecomeTeam } from '../../contract/index.ts';

type Handled = OrderPaid | SubscriptionCreated | SubscriptionUpdated;

/** Seats are for several people, so the customer who buys or receives them becomes a team. Completes purchases that were interrupted. */
@Injectable()
export class BecomeTeamWhenSeatsBought extends Subscriber<Handled> {
  readonly id = 'BecomeTeamWhenSeatsBought';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** Another number of the same seats changes nothing; another product may be the first one sold by seats. */
  override accepts({ name, payload }: PublishedEvent<Handled>): boolean {
    return payload.seats !== null && (name !== 'subscription.updated' || payload.changed.includes('product_id'));
  }

  handle({ organizationId, payload }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(new BecomeTeam(organizationId, payload.recipient_id ?? payload.customer_id));
  }
}
