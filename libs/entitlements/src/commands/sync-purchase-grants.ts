import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindSeatHolders } from '#seats/contract';
import { BenefitGrants, type WhichPurchase } from '../domain/benefit-grants.ts';
import { grantedBenefits } from './granted-benefits.ts';
import { SyncSeatHolderGrants } from './sync-seat-holder-grants.ts';

/**
 * Makes the grants of a purchase agree with it, with its product, its benefits and its customer as they are now: in one step,
 * and one for each who holds a seat or is still granted something through one.
 */
export class SyncPurchaseGrants extends Command<void> {
  constructor(readonly which: WhichPurchase) {
    super();
  }
}

@CommandHandler(SyncPurchaseGrants)
export class SyncPurchaseGrantsHandler implements ICommandHandler<SyncPurchaseGrants> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** The world is read after the revision: if someone decided in between, it is read again. */
  async execute({ which }: SyncPurchaseGrants): Promise<void> {
    for (;;) {
      const purchase = await this.grants.purchase(which);
      if (!purchase) return;
      const benefitIds = await grantedBenefits(this.queries, purchase);
      const now = this.clock.now();
      if (!(await this.grants.decide(which, purchase.revision, (entitlement) => entitlement.follow(benefitIds, now)))) continue;
      if (purchase.isBySeats) await this.syncHolders(which);
      return;
    }
  }

  private async syncHolders(which: WhichPurchase): Promise<void> {
    await this.syncEach(which, (after) => this.grants.membersGranted(which, after));
    await this.syncEach(which, (after) => this.queries.execute(new FindSeatHolders(which, after)));
  }

  private async syncEach(which: WhichPurchase, some: (after: string | null) => Promise<string[]>): Promise<void> {
    let members = await some(null);
    while (members.length > 0) {
      for (const memberId of members) await this.commands.execute(new SyncSeatHolderGrants(which, memberId));
      members = await some(members.at(-1)!);
    }
  }
}
