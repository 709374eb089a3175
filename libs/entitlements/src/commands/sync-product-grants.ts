import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { SyncPurchaseGrants } from './sync-purchase-grants.ts';

/** Updates the grants of all purchases of a product to its current benefits, one purchase after the other. */
export class SyncProductGrants extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly productId: string,
    /** The event after which the grants are updated. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(SyncProductGrants)
export class SyncProductGrantsHandler implements ICommandHandler<SyncProductGrants> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, productId, eventId }: SyncProductGrants): Promise<void> {
    for (let after: string | null = null; ;) {
      const purchases = await this.grants.purchasesOf(organizationId, productId, after);
      for (const which of purchases) await this.commands.execute(new SyncPurchaseGrants(which, eventId));
      const last = purchases.at(-1);
      if (!last) return;
      after = 'orderId' in last ? last.orderId : last.subscriptionId;
    }
  }
}
