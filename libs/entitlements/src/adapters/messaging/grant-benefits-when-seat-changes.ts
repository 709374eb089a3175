import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import type { CustomerSeatClaimed, CustomerSeatRevoked } from '#seats/contract';
import { SyncSeatHolderGrants } from '../../commands/sync-seat-holder-grants.ts';

/** The holder of a claimed seat is granted the benefits of the product, and loses them with the seat. */
@Injectable()
export class GrantBenefitsWhenSeatChanges extends Subscriber<CustomerSeatClaimed | CustomerSeatRevoked> {
  readonly id = 'GrantBenefitsWhenSeatChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ id, organizationId, payload }: PublishedEvent<CustomerSeatClaimed | CustomerSeatRevoked>): Promise<void> {
    const { member_id, subscription_id, order_id } = payload;
    if (member_id === null) return;
    const which = order_id === null ? { subscriptionId: subscription_id } : { orderId: order_id };
    await this.commands.execute(new SyncSeatHolderGrants({ organizationId, ...which }, member_id, Number(id)));
  }
}
