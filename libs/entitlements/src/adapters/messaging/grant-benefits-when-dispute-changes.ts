import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncPurchaseGrants } from '../../commands/sync-purchase-grants.ts';
import type { DisputeCreated, DisputeUpdated } from '../../contract/index.ts';

/** A dispute takes the benefits of an order away where the seller wants it, and gives them back when it is won. */
@Injectable()
export class GrantBenefitsWhenDisputeChanges extends Subscriber<DisputeCreated | DisputeUpdated> {
  readonly id = 'GrantBenefitsWhenDisputeChanges';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<DisputeCreated | DisputeUpdated>): boolean {
    return payload.revoke_benefits;
  }

  handle({ id, organizationId, payload }: PublishedEvent<DisputeCreated | DisputeUpdated>): Promise<void> {
    return this.commands.execute(new SyncPurchaseGrants({ organizationId, orderId: payload.order_id }, Number(id)));
  }
}
