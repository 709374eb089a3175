import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindSeatHolders } from '#seats/contract';
import { BenefitGrants, type WhichPurchase } from '../domain/benefit-grants.ts';
import { grantedBenefits } from './granted-benefits.ts';
import { SyncSeatHolderGrants } from './sync-seat-holder-grants.ts';

/**
 * Updates the grants of a purchase to the current state of the purchase, its product, its benefits and its customer. For a
 * purchase of seats, also updates the grants of every member who holds a seat or still has grants from one.
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

  /** Reads the other contexts after the revision, and repeats both if the revision has changed in the meantime. */
  async execute({ which }: SyncPurchaseGrants): Promise<void> {
    for (;;) {
      const purchase = await this.grants.purchase(which);
      if (!purchase) return;
      const benefitIds = await grantedBenefits(this.queries, purchase);
      const now = this.clock.now();
      if (!(await this.grants.sync(which, purchase.revision, (entitlement) => entitlement.sync(benefitIds, now)))) continue;
      if (purchase.isBySeats) await this.syncHolders(which);
      return;
    }
  }

  private async syncHolders(which: WhichPurchase): Promise<void> {
    await this.syncEach(which, (after) => this.grants.membersGranted(which, after));
    await this.syncEach(which, (after) => this.queries.execute(new FindSeatHolders(which, after)));
  }

  private async syncEach(which: WhichPurchase, nextPage: (after: string | null) => Promise<string[]>): Promise<void> {
    let members = await nextPage(null);
    while (members.length > 0) {
      for (const memberId of members) await this.commands.execute(new SyncSeatHolderGrants(which, memberId));
      members = await nextPage(members.at(-1)!);
    }
  }
}
