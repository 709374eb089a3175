import type { OrganizationRows } from '#engine/persistence';

/** What this context deletes with an organization. */
export const auditData: readonly OrganizationRows[] = ['audit.links', 'audit.heads', 'platform.audit_log'];
