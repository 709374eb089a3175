import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { Clock } from '#kernel';
import { Balances, type Units } from '../domain/balances.ts';
import { rolloverUnits } from '../domain/credits.ts';
import { customersById } from './known-customers.ts';

/** A period of a subscription has ended: the meters that it pays for or has credits of begin anew. */
export class BeginWindows extends Command<void> {
  constructor(
    readonly subscription: { readonly id: string; readonly customerId: string; readonly productId: string },
    readonly periodStart: Date,
  ) {
    super();
  }
}

@CommandHandler(BeginWindows)
export class BeginWindowsHandler implements ICommandHandler<BeginWindows> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ subscription, periodStart }: BeginWindows): Promise<void> {
    const [customer] = await customersById(this.queries, [subscription.customerId]);
    const products = await this.queries.execute(new FindProducts([subscription.productId]));
    const prices = products.get(subscription.productId)?.prices ?? [];
    const meterIds = prices.flatMap((price) => (price.amountType === 'metered_unit' ? price.meterId : []));
    const credits = await this.creditsOf(subscription.id);
    if (!customer || (meterIds.length === 0 && credits.size === 0)) return;
    const now = this.clock.now();
    const cutoff = periodStart < now ? periodStart : now;
    const cycle = { subscriptionId: subscription.id, meterIds, credits, cutoff, rollOver: rolloverUnits };
    await this.balances.cycle(customer, cycle, now);
  }

  private async creditsOf(subscriptionId: string): Promise<ReadonlyMap<string, Units>> {
    const benefits = await this.queries.execute(new FindBenefits(await this.balances.creditingBenefits(subscriptionId)));
    return new Map(
      [...benefits.values()].flatMap((benefit) => {
        if (benefit.type !== 'meter_credit') return [];
        const { meter_id: meterId, units, rollover } = benefit.properties;
        return [[benefit.id, { meterId, units, rollover }]];
      }),
    );
  }
}
