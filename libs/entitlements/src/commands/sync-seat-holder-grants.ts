import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { HoldsSeat } from '#seats/contract';
import { BenefitGrants, type PurchaseInBrief, type WhichPurchase } from '../domain/benefit-grants.ts';
import { grantedBenefits } from './granted-benefits.ts';

/** Updates the grants that a member has from a purchase of seats, depending on whether it holds a claimed seat. */
export class SyncSeatHolderGrants extends Command<void> {
  constructor(
    readonly which: WhichPurchase,
    readonly memberId: string,
  ) {
    super();
  }
}

@CommandHandler(SyncSeatHolderGrants)
export class SyncSeatHolderGrantsHandler implements ICommandHandler<SyncSeatHolderGrants> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** Reads the other contexts after the revision, and repeats both if the revision has changed in the meantime. */
  async execute({ which, memberId }: SyncSeatHolderGrants): Promise<void> {
    const beneficiary = { ...which, memberId };
    for (;;) {
      const purchase = await this.grants.purchase(beneficiary);
      if (!purchase) return;
      const benefitIds = await this.benefitsOf(which, purchase, memberId);
      const now = this.clock.now();
      if (await this.grants.sync(beneficiary, purchase.revision, (entitlement) => entitlement.sync(benefitIds, now))) return;
    }
  }

  private async benefitsOf(which: WhichPurchase, purchase: PurchaseInBrief, memberId: string): Promise<string[]> {
    return (await this.queries.execute(new HoldsSeat(which, memberId))) ? grantedBenefits(this.queries, purchase) : [];
  }
}
