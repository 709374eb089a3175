/**
 * A database view that other contexts may read in SQL to filter by it: `organization_id` and `customer_id` of every active
 * subscription.
 */
export const ACTIVE_SUBSCRIPTIONS = 'entitlements.active_subscriptions';
