import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { OrderPaid, SubscriptionCreated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { BecomeTeam } from '../../contract/index.ts';

/** Seats are for several people, so the customer who buys or receives them becomes a team. Completes purchases that were interrupted. */
@Injectable()
export class BecomeTeamWhenSeatsBought extends Subscriber<OrderPaid | SubscriptionCreated> {
  readonly id = 'BecomeTeamWhenSeatsBought';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<OrderPaid | SubscriptionCreated>): boolean {
    return payload.seats !== null;
  }

  handle({ organizationId, payload }: PublishedEvent<OrderPaid | SubscriptionCreated>): Promise<void> {
    return this.commands.execute(new BecomeTeam(organizationId, payload.recipient_id ?? payload.customer_id));
  }
}
