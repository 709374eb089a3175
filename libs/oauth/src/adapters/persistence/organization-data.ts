import type { OrganizationRows } from '#engine/persistence';

const ALLOWED = '$1 = any(organization_ids)';
const NOT_ALLOWED = 'organization_ids = array_remove(organization_ids, $1)';

/** What this context deletes with an organization. */
export const oauthData: readonly OrganizationRows[] = [
  { table: 'oauth.grants', where: 'provider_organization_id = $1' },
  // An application that was allowed to act in this organization alone keeps a grant for none.
  { table: 'oauth.grants', where: ALLOWED, set: NOT_ALLOWED },
  { table: 'oauth.access_tokens', where: ALLOWED, set: NOT_ALLOWED },
];
