/**
 * A view that others may read in their own SQL, to filter by what they do not have: `organization_id` and `customer_id` of
 * every subscription that counts as active.
 */
export const ACTIVE_SUBSCRIPTIONS = 'entitlements.active_subscriptions';
