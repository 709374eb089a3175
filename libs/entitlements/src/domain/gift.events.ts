import { DomainEvent } from '#kernel';

/** A buyer chose at the checkout who gets the purchase. Whoever that is gets a mail. */
export class GiftBought extends DomainEvent<
  'gift.bought',
  { readonly customer_id: string; readonly recipient_id: string; readonly product_id: string }
> {
  readonly name = 'gift.bought';

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
