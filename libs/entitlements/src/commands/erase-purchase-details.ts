import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Disputes } from '../domain/disputes.ts';
import { Orders } from '../domain/orders.ts';
import { Subscriptions } from '../domain/subscriptions.ts';

/** Erases, in batches, what the purchases of an anonymized customer say about it. Amounts, products and times stay. */
export class ErasePurchaseDetails extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(ErasePurchaseDetails)
export class ErasePurchaseDetailsHandler implements ICommandHandler<ErasePurchaseDetails> {
  constructor(
    private readonly orders: Orders,
    private readonly subscriptions: Subscriptions,
    private readonly disputes: Disputes,
  ) {}

  async execute({ organizationId, customerId }: ErasePurchaseDetails): Promise<void> {
    for (const purchases of [this.orders, this.subscriptions, this.disputes]) {
      let erased: number;
      do erased = await purchases.eraseDetails(organizationId, customerId);
      while (erased > 0);
    }
  }
}
