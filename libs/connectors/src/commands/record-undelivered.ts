import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** What a purchase here did not bring, although it was paid. */
export interface UndeliveredOfPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  readonly purchase: { readonly orderId: string } | { readonly subscriptionId: string };
  readonly reason: 'quantity_ignored' | 'renewal_ambiguous' | 'key_missing';
  /** Distinguishes several of a reason; the reason itself if left out. */
  readonly line?: string;
  /** What was bought. */
  readonly quantity: number | null;
}

/** Lists what a purchase did not bring. Can be repeated. */
export class RecordUndelivered extends Command<void> {
  constructor(readonly undelivered: UndeliveredOfPurchase) {
    super();
  }
}

function problemOf({ reason, quantity }: UndeliveredOfPurchase): string {
  if (reason === 'key_missing')
    return 'The purchase extends a license key, and the customer has none that it could extend, or it has to be chosen.';
  return reason === 'quantity_ignored'
    ? `${quantity ?? 'Several'} were bought, and one was delivered, because the benefit says so.`
    : 'The customer has several license keys that the purchase could renew, so a new one was issued.';
}

export const sourceOf = (purchase: UndeliveredOfPurchase['purchase']) =>
  'orderId' in purchase
    ? ({ kind: 'order', id: purchase.orderId } as const)
    : ({ kind: 'subscription', id: purchase.subscriptionId } as const);

@CommandHandler(RecordUndelivered)
export class RecordUndeliveredHandler implements ICommandHandler<RecordUndelivered> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly clock: WallClock,
  ) {}

  async execute({ undelivered }: RecordUndelivered): Promise<void> {
    const { organizationId, customerId, purchase, reason, quantity, line = reason } = undelivered;
    const { kind, id } = sourceOf(purchase);
    const now = this.clock.now();
    await this.undelivered.add(
      { organizationId, kind, id },
      {
        line,
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
