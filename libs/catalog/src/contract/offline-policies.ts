/**
 * A database view for statements of other contexts that lock a license key: `organization_id`, `benefit_id`, `lease_seconds`,
 * `grace_seconds`, `max_offline_devices`, `held`, `moves_limit` and `moves_period_days` of every benefit whose keys can be leased. So the policy that decides about a lease is that
 * of the moment at which its key is locked.
 */
export const OFFLINE_POLICIES = 'catalog.offline_policies';
