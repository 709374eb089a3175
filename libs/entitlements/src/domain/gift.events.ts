import { DomainEvent } from '#kernel';

/** A buyer chose at the checkout who gets the purchase. Whoever that is gets a mail. */
export class GiftPurchased extends DomainEvent<
  'gift.purchased',
  { readonly customer_id: string; readonly recipient_id: string; readonly product_id: string }
> {
  readonly name = 'gift.purchased';

  /** What tells of a new purchase that is a gift; nothing of one that is not, or whose receiver is the buyer. */
  static of({ isGift }: { readonly isGift?: boolean }, purchase: GivenPurchase, at: Date): GiftPurchased[] {
    return isGift && purchase.recipientId !== null ? [new GiftPurchased(purchase, at)] : [];
  }

  constructor(purchase: GivenPurchase, at: Date) {
    const { organizationId, id, customerId, recipientId, productId } = purchase;
    super(organizationId, id, at, { customer_id: customerId, recipient_id: recipientId!, product_id: productId });
  }
}

interface GivenPurchase {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly recipientId: string | null;
  readonly productId: string;
}
