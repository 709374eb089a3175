import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const entitlementsData: readonly OrganizationRows[] = [
  'entitlements.benefit_grants',
  'entitlements.disputes',
  'entitlements.refunds',
  'entitlements.order_tags',
  'entitlements.orders',
  'entitlements.order_changes',
  'entitlements.order_rollups',
  'entitlements.renewal_changes',
  'entitlements.renewal_rollups',
  'entitlements.subscriptions',
  'entitlements.subscription_changes',
  'entitlements.subscription_rollups',
  'entitlements.customer_changes',
  'entitlements.customer_rollups',
  'entitlements.seat_holders',
  'entitlements.trial_traits',
  'entitlements.unrolled_customers',
  'entitlements.unrolled_organizations',
  'entitlements.unrolled_renewals',
];
