import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindPrices } from '#catalog/contract';
import { FindPurchase } from '#entitlements/contract';
import { Clock } from '#kernel';
import { Balances, type BenefitUnits, rolloverUnits } from '../domain/balances.ts';
import { customersById } from './customer-lookup.ts';
import { unitsOfBenefit } from './sync-credits-with-grant.ts';

/** Starts new billing windows after a period of a subscription or of its meters has ended, for the meters with a price or credits in it. */
export class StartBillingWindows extends Command<void> {
  constructor(
    readonly subscriptionId: string,
    readonly periodStart: Date,
  ) {
    super();
  }
}

@CommandHandler(StartBillingWindows)
export class StartBillingWindowsHandler implements ICommandHandler<StartBillingWindows> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ subscriptionId, periodStart }: StartBillingWindows): Promise<void> {
    const purchase = await this.queries.execute(new FindPurchase({ subscriptionId }));
    if (!purchase) return;
    const [customer] = await customersById(this.queries, [purchase.customerId]);
    const prices = await this.queries.execute(new FindPrices(purchase.priceIds));
    const meterIds = [...prices.values()].flatMap((price) => (price.amountType === 'metered_unit' ? price.meterId : []));
    const credits = await this.creditsOf(subscriptionId);
    if (!customer || (meterIds.length === 0 && credits.size === 0)) return;
    const now = this.clock.now();
    const cutoff = periodStart < now ? periodStart : now;
    const cycle = { subscriptionId, meterIds, credits, cutoff, rollOver: rolloverUnits };
    await this.balances.cycle(customer, cycle, now);
  }

  private async creditsOf(subscriptionId: string): Promise<ReadonlyMap<string, BenefitUnits>> {
    const benefits = await this.queries.execute(new FindBenefits(await this.balances.creditingBenefits(subscriptionId)));
    return new Map(
      [...benefits.values()].flatMap((benefit) => {
        if (benefit.type !== 'meter_credit') return [];
        return [[benefit.id, unitsOfBenefit(benefit.properties)]];
      }),
    );
  }
}
