import type { OrganizationRows } from '#engine/persistence';

const OF_ENDPOINTS = 'endpoint_id in (select id from webhooks.endpoints where organization_id = $1)';

/** What this context deletes with an organization. */
export const webhooksData: readonly OrganizationRows[] = [
  { table: 'webhooks.skipping', where: OF_ENDPOINTS },
  { table: 'webhooks.unreachable', where: OF_ENDPOINTS },
  'webhooks.endpoints',
  'webhooks.deliveries',
  'webhooks.attempts',
  'webhooks.attempt_counts',
  'webhooks.pending_events',
  'webhooks.events',
  'webhooks.feeds',
];
