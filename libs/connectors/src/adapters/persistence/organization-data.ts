import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const connectorsData: readonly OrganizationRows[] = [
  { table: 'connectors.prices', where: 'connector_id in (select id from connectors.connectors where organization_id = $1)' },
  'connectors.events',
  'connectors.subjects',
  'connectors.undelivered_purchases',
  'connectors.undelivered_reports',
  'connectors.connectors',
];
