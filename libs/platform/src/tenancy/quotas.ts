/** Organizations that are counted with another one, and which that is. One map for the process, like the activity of tenants. */
const countedWith = new Map<string, string>();

/** On whose quota a tenant is: its own, or that of the organization with which an organization is counted. */
export const quotaOf = (tenant: string): string => countedWith.get(tenant) ?? tenant;

/** Notes the quota of an organization, which may be its own. */
export function noteQuota(organizationId: string, quotaId: string): void {
  if (quotaId === organizationId) countedWith.delete(organizationId);
  else countedWith.set(organizationId, quotaId);
}
