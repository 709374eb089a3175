import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { SyncPurchaseGrants } from './sync-purchase-grants.ts';

/** Updates the grants of all purchases of which a benefit is granted, because they bring another number of them. */
export class SyncGrantsOfBenefit extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly benefitId: string,
    /** The event after which the grants are updated. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(SyncGrantsOfBenefit)
export class SyncGrantsOfBenefitHandler implements ICommandHandler<SyncGrantsOfBenefit> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, benefitId, eventId }: SyncGrantsOfBenefit): Promise<void> {
    for (let after: string | null = null; ;) {
      const { purchases, last } = await this.grants.purchasesWith(organizationId, benefitId, after);
      for (const which of purchases) await this.commands.execute(new SyncPurchaseGrants(which, eventId));
      if (last === null) return;
      after = last;
    }
  }
}
