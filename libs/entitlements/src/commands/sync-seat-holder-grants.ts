import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { HoldsSeat } from '#seats/contract';
import { BenefitGrants, type PurchaseInBrief, type WhichPurchase } from '../domain/benefit-grants.ts';
import { grantedBenefits } from './granted-benefits.ts';

/** Makes what a member is granted through a purchase of seats agree with whether it has claimed one. */
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

  /** The world is read after the revision: if someone decided in between, it is read again. */
  async execute({ which, memberId }: SyncSeatHolderGrants): Promise<void> {
    const whose = { ...which, memberId };
    for (;;) {
      const purchase = await this.grants.purchase(whose);
      if (!purchase) return;
      const benefitIds = await this.benefitsOf(which, purchase, memberId);
      const now = this.clock.now();
      if (await this.grants.decide(whose, purchase.revision, (entitlement) => entitlement.follow(benefitIds, now))) return;
    }
  }

  private async benefitsOf(which: WhichPurchase, purchase: PurchaseInBrief, memberId: string): Promise<string[]> {
    return (await this.queries.execute(new HoldsSeat(which, memberId))) ? grantedBenefits(this.queries, purchase) : [];
  }
}
