import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedSeats } from '../../commands/revoke-orphaned-seats.ts';

/** Looks again once a seat is given: whoever revoked on a deletion may not have seen it yet. */
@Injectable()
export class RecheckSeatAfterAssignment extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload }: PublishedEvent): Promise<void> {
    const { customer_id, member_id, subscription_id, order_id } = payload as { readonly [key: string]: string | null };
    const purchase = subscription_id ? { subscriptionId: subscription_id } : { orderId: order_id! };
    return this.commands.execute(new RevokeOrphanedSeats(organizationId, customer_id!, member_id!, purchase));
  }
}
