import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ProductUpdated } from '#catalog/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncProductGrants } from '../../commands/sync-product-grants.ts';

/** Existing purchases are granted the benefits that were added to the product and lose those that were removed. */
@Injectable()
export class GrantBenefitsWhenProductChanges extends Subscriber<ProductUpdated> {
  readonly id = 'GrantBenefitsWhenProductChanges';
  override readonly multiTransaction: boolean = true;
  override readonly isBulkWork: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<ProductUpdated>): boolean {
    return payload.benefits_changed;
  }

  handle({ id, organizationId, aggregateId }: PublishedEvent<ProductUpdated>): Promise<void> {
    return this.commands.execute(new SyncProductGrants(organizationId, aggregateId, Number(id)));
  }
}
