import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const organizationsData: readonly OrganizationRows[] = [
  'organizations.alert_rules',
  'organizations.caught_mails',
  'organizations.mail_texts',
  'organizations.saved_views',
  'organizations.test_clocks',
  'organizations.access_tokens',
  { table: 'organizations.access_tokens', where: 'provider_organization_id = $1' },
  'organizations.memberships',
];
