import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const identityData: readonly OrganizationRows[] = [
  'identity.email_domains',
  'identity.single_sign_on_attempts',
  'identity.user_identities',
  'identity.openid_connections',
  { table: 'identity.user_sessions', where: 'provider_organization_id = $1' },
];
