/** The lists of the console whose filters can be saved. */
export const VIEWED_LISTS = [
  'license_keys',
  'seat_pools',
  'products',
  'benefits',
  'releases',
  'customers',
  'subscriptions',
  'orders',
  'disputes',
  'undelivered_purchases',
  'meters',
  'events',
  'event_names',
  'webhook_endpoints',
  'failed_events',
  'audit_log',
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];
