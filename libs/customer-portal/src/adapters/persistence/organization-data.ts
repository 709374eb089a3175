import type { OrganizationRows } from '#engine/persistence';

const MERGED = 'organization_id = $1 and merged_into is not null';

/** What this context deletes with an organization. */
export const customerPortalData: readonly OrganizationRows[] = [
  'customer_portal.customer_tags',
  'customer_portal.mails',
  'customer_portal.sessions',
  'customer_portal.sign_in_codes',
  'customer_portal.sign_ins',
  'customer_portal.email_changes',
  'customer_portal.state_changes',
  { table: 'customer_portal.members', where: MERGED, set: 'merged_into = null' },
  'customer_portal.members',
  { table: 'customer_portal.customers', where: MERGED, set: 'merged_into = null' },
  'customer_portal.customers',
];
