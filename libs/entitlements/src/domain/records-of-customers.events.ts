import { DomainEvent } from '#kernel';

/** The customer got purchases or benefit grants of the customer `from`, which was merged. Published for each batch. */
export class CustomerPurchasesMoved extends DomainEvent<'customer_purchases.moved', { readonly from: string }> {
  readonly name = 'customer_purchases.moved';

  constructor(organizationId: string, customerId: string, at: Date, from: string) {
    super(organizationId, customerId, at, { from });
  }
}
