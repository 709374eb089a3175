import { DomainEvent } from '#kernel';
import type { AttachedGrant, PurchaseOfAttached } from './attached-grants.ts';

/** A grant of an add-on waits for a license key that it can be attached to, or no longer does. */
export class AttachedGrantPlaced extends DomainEvent<
  'attached_grant.placed',
  {
    readonly customer_id: string;
    readonly order_id: string | null;
    readonly subscription_id: string | null;
    readonly is_waiting: boolean;
  }
> {
  readonly name = 'attached_grant.placed';

  constructor({ organizationId, grantId, customerId, isWaiting }: AttachedGrant, at: Date, purchase: PurchaseOfAttached) {
    super(organizationId, grantId, at, {
      customer_id: customerId,
      order_id: purchase.orderId,
      subscription_id: purchase.subscriptionId,
      is_waiting: isWaiting,
    });
  }
}
