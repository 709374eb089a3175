import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedSeats } from '../../commands/revoke-orphaned-seats.ts';
import type { CustomerSeatAssigned, CustomerSeatClaimed } from '../../contract/index.ts';

/** Checks an assigned seat again: a deletion of the holder or the end of the purchase at the same time may have missed it. */
@Injectable()
export class RecheckSeatAfterAssignment extends Subscriber<CustomerSeatAssigned | CustomerSeatClaimed> {
  readonly id = 'RevokeSeatWhenGivenTooLate';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, payload }: PublishedEvent<CustomerSeatAssigned | CustomerSeatClaimed>): Promise<void> {
    const { customer_id, member_id, subscription_id, order_id } = payload;
    if (member_id === null) return;
    const purchase = order_id === null ? { subscriptionId: subscription_id } : { orderId: order_id };
    await this.commands.execute(new RevokeOrphanedSeats(organizationId, customer_id, member_id, purchase));
  }
}
