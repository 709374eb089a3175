import type { OrganizationRows } from '#engine/persistence';

const OF_SUBJECTS = 'subject_id in (select id from metering.subjects where organization_id = $1)';
const OF_METERS = 'meter_id in (select id from metering.meters where organization_id = $1)';

/** What this context deletes with an organization. */
export const meteringData: readonly OrganizationRows[] = [
  { table: 'metering.credits', where: OF_SUBJECTS },
  { table: 'metering.merged_windows', where: OF_SUBJECTS },
  { table: 'metering.distinct_values', where: OF_SUBJECTS },
  { table: 'metering.customer_meter_rankings', where: OF_METERS },
  { table: 'metering.usage_buckets', where: OF_METERS },
  'metering.balances',
  'metering.crediting_grants',
  'metering.customer_meters',
  'metering.backfills',
  'metering.events',
  'metering.event_external_ids',
  'metering.event_links',
  'metering.event_names',
  'metering.event_types',
  'metering.event_counts_of_subjects',
  'metering.event_counts_of_times',
  'metering.active_days',
  'metering.cost_rollups',
  'metering.usage_counting',
  'metering.usage_of_subjects',
  'metering.billing_windows',
  'metering.meters',
  { table: 'metering.subjects', where: 'organization_id = $1 and merged_into is not null', set: 'merged_into = null' },
  'metering.subjects',
];
