import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { BenefitGrants, type PurchaseInBrief, type WhichPurchase } from '../domain/benefit-grants.ts';

/** Makes the grants of a purchase agree with it, with its product, its benefits and its customer as they are now. */
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
    private readonly clock: Clock,
  ) {}

  /** The world is read after the revision: if someone decided in between, it is read again. */
  async execute({ which }: FollowPurchase): Promise<void> {
    for (;;) {
      const purchase = await this.grants.purchase(which);
      if (!purchase) return;
      const benefitIds = await this.benefitsOf(purchase);
      const now = this.clock.now();
      if (await this.grants.decide(which, purchase.revision, (entitlement) => entitlement.follow(benefitIds, now))) return;
    }
  }

  /** What the purchase brings, if it is good: nothing to a customer who is deleted. */
  private async benefitsOf({ customerId, productId }: PurchaseInBrief): Promise<string[]> {
    const [customers, products] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindProducts([productId])),
    ]);
    const benefitIds = products.get(productId)?.benefitIds ?? [];
    if (benefitIds.length === 0 || !isThere(customers.get(customerId))) return [];
    const benefits = await this.queries.execute(new FindBenefits(benefitIds));
    return benefitIds.filter((id) => benefits.get(id)?.is_deleted === false);
  }
}

const isThere = (customer: { readonly deleted_at: Date | null } | undefined): boolean => customer?.deleted_at === null;
