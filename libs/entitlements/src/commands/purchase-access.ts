import { type CustomerAccess, ResourceNotFound } from '#kernel';

/** The purchases that a caller may change. Sellers have an `Access`, customers `OwnPurchases`. */
export interface PurchaseAccess {
  /** Ids of organizations. */
  readonly visible: readonly string[];
  /** Throws unless the caller may change this customer's purchases. */
  assertCanManage(organizationId: string, customerId: string): void;
}

/** The purchases of one customer, for whoever acts for it in the portal. Those of others do not exist. */
export class OwnPurchases implements PurchaseAccess {
  constructor(private readonly customer: CustomerAccess) {}

  get visible(): readonly string[] {
    return [this.customer.organizationId];
  }

  assertCanManage(organizationId: string, customerId: string): void {
    const { customer } = this;
    if (organizationId !== customer.organizationId || customerId !== customer.customerId) throw new ResourceNotFound();
  }
}
