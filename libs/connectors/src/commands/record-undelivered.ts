import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** What a purchase here did not bring, although it was paid. */
export interface UndeliveredOfPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  readonly purchase: { readonly orderId: string } | { readonly subscriptionId: string };
  readonly reason: 'quantity_ignored' | 'renewal_ambiguous';
  /** What was bought. */
  readonly quantity: number | null;
}

/** Lists what a purchase did not bring. Can be repeated. */
export class RecordUndelivered extends Command<void> {
  constructor(readonly undelivered: UndeliveredOfPurchase) {
    super();
  }
}

const problemOf = ({ reason, quantity }: UndeliveredOfPurchase): string =>
  reason === 'quantity_ignored'
    ? `${quantity ?? 'Several'} were bought, and one was delivered, because the benefit says so.`
    : 'The customer has several license keys that the purchase could renew, so a new one was issued.';

@CommandHandler(RecordUndelivered)
export class RecordUndeliveredHandler implements ICommandHandler<RecordUndelivered> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly clock: WallClock,
  ) {}

  async execute({ undelivered }: RecordUndelivered): Promise<void> {
    const { organizationId, customerId, purchase, reason, quantity } = undelivered;
    const [kind, id] =
      'orderId' in purchase ? (['order', purchase.orderId] as const) : (['subscription', purchase.subscriptionId] as const);
    const now = this.clock.now();
    await this.undelivered.add(
      { organizationId, kind, id },
      {
        line: reason,
        reason,
        problem: problemOf(undelivered),
        externalId: id,
        externalPriceId: null,
        deliverAs: null,
        value: null,
        customerId,
        email: null,
        name: null,
        quantity,
        amount: null,
        taxAmount: null,
        currency: null,
        occurredAt: now,
      },
      now,
    );
  }
}
