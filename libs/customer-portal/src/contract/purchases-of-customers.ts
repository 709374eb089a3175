/**
 * Database views by which lists of customers are filtered. They are declared here, and the context of purchases creates them. Each has
 * `organization_id` and `customer_id`: one row for each subscription that is active or in its trial.
 */
export const ACTIVE_SUBSCRIPTIONS = 'customer_portal.active_subscriptions';

/** One row for each order that was paid, also if it was refunded since, with `purchased_at`. */
export const PAID_ORDERS = 'customer_portal.paid_orders';

/** One row for each subscription, with `started_at` and `inactive_at`: its end, the beginning of its pause, or its scheduled end. */
export const SUBSCRIPTION_TIMES = 'customer_portal.subscription_times';
