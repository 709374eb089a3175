import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncSeatHolderGrants } from '../../commands/sync-seat-holder-grants.ts';

/** Who claims a seat gets what the product brings, and loses it with the seat. */
@Injectable()
export class GrantBenefitsWhenSeatChanges extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ organizationId, payload }: PublishedEvent): Promise<void> {
    const { member_id, subscription_id, order_id } = payload as {
      member_id: string | null;
      subscription_id: string | null;
      order_id: string | null;
    };
    if (member_id === null) return;
    const which = order_id === null ? { subscriptionId: subscription_id! } : { orderId: order_id };
    await this.commands.execute(new SyncSeatHolderGrants({ organizationId, ...which }, member_id));
  }
}
