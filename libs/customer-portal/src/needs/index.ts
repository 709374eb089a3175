import { Command, Query } from '@nestjs/cqrs';

/**
 * Sent when a customer has been deleted, before the response: from then on its keys are neither validated nor activated. They are
 * revoked later, when the deletion is processed. Handled by the context that has the keys.
 */
export class RefuseKeysOfCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

/** The names of database views by which lists of customers are filtered. Each has `organization_id` and `customer_id`. */
export interface PurchaseViews {
  /** A row for each subscription that is active or in its trial. */
  readonly activeSubscriptions: string;
  /** A row for each order that was paid, also if it was refunded since, with `purchased_at`. */
  readonly paidOrders: string;
  /** A row for each subscription, with `started_at` and `inactive_at`: its end, the beginning of its pause, or its scheduled end. */
  readonly subscriptions: string;
}

/** Asks the context of purchases for its views. */
export class FindPurchaseViews extends Query<PurchaseViews> {}
