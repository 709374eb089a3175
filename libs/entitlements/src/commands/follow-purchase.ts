import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindSeatHolders } from '#seats/contract';
import { BenefitGrants, type WhichPurchase } from '../domain/benefit-grants.ts';
import { benefitsBrought } from './benefits-brought.ts';
import { FollowSeatHolder } from './follow-seat-holder.ts';

/**
 * Makes the grants of a purchase agree with it, with its product, its benefits and its customer as they are now: in one step,
 * and one for each who holds a seat or is still granted something through one.
 */
export class FollowPurchase extends Command<void> {
  constructor(readonly which: WhichPurchase) {
    super();
  }
}

@CommandHandler(FollowPurchase)
export class FollowPurchaseHandler implements ICommandHandler<FollowPurchase> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** The world is read after the revision: if someone decided in between, it is read again. */
  async execute({ which }: FollowPurchase): Promise<void> {
    for (;;) {
      const purchase = await this.grants.purchase(which);
      if (!purchase) return;
      const benefitIds = await benefitsBrought(this.queries, purchase);
      const now = this.clock.now();
      if (!(await this.grants.decide(which, purchase.revision, (entitlement) => entitlement.follow(benefitIds, now)))) continue;
      if (purchase.isBySeats) await this.followHolders(which);
      return;
    }
  }

  private async followHolders(which: WhichPurchase): Promise<void> {
    await this.followEach(which, (after) => this.grants.membersGranted(which, after));
    await this.followEach(which, (after) => this.queries.execute(new FindSeatHolders(which, after)));
  }

  private async followEach(which: WhichPurchase, some: (after: string | null) => Promise<string[]>): Promise<void> {
    let members = await some(null);
    while (members.length > 0) {
      for (const memberId of members) await this.commands.execute(new FollowSeatHolder(which, memberId));
      members = await some(members.at(-1)!);
    }
  }
}
