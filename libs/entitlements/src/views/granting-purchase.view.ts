import { boolean, type Infer, nullable, object, oneOf, timestamp, uuid4 } from '#platform/wire';
import { ORDER_STATUSES, SUBSCRIPTION_STATUSES } from './purchase-statuses.view.ts';
import { Query } from '@nestjs/cqrs';

/** What whoever presents a license key is told of the subscription that brings it. */
export const GrantingSubscriptionView = object(
  {
    id: uuid4(),
    status: oneOf(SUBSCRIPTION_STATUSES),
    current_period_start: timestamp(),
    current_period_end: timestamp(),
    cancel_at_period_end: boolean(),
    ends_at: nullable(timestamp()),
  },
  'LicenseKeySubscription',
  {
    id: 'The ID of the subscription.',
    status: 'The status of the subscription.',
    current_period_start: 'When the current billing period started.',
    current_period_end: 'When the current billing period ends.',
    cancel_at_period_end: 'Whether the subscription ends with the current period.',
    ends_at: 'When the subscription ends, or `null`.',
  },
);

/** The same of an order. */
export const GrantingOrderView = object(
  { id: uuid4(), created_at: timestamp(), status: oneOf(ORDER_STATUSES), paid: boolean() },
  'LicenseKeyOrder',
  {
    id: 'The ID of the order.',
    created_at: 'When the order was created.',
    status: 'The status of the order.',
    paid: 'Whether the order has been paid.',
  },
);

/** A grant comes from one of the two. */
export interface PurchaseOfGrant {
  readonly subscription: Infer<typeof GrantingSubscriptionView> | null;
  readonly order: Infer<typeof GrantingOrderView> | null;
}

/** The purchases that grants of these organizations come from, by the ids of the grants. Unknown grants are missing in the result. */
export class FindGrantingPurchases extends Query<ReadonlyMap<string, PurchaseOfGrant>> {
  constructor(
    readonly organizations: readonly string[],
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}
