import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { AuditEntryMapping } from './adapters/persistence/audit-entry.mapping.ts';
import { auditData } from './adapters/persistence/organization-data.ts';

export { auditSubscribers } from './adapters/messaging/subscribers.ts';
export { AuditModule } from './audit.module.ts';
export { LinkAuditEntries } from './commands/link-audit-entries.ts';
export { type AuditLogReport, VerifyAuditLog } from './commands/verify-audit-log.ts';
export { DeleteOldAuditEntries } from './commands/delete-old-audit-entries.ts';

/** The migrations of the log are those of the platform, which writes it. */
export const auditTables: Tables = {
  entities: [AuditEntryMapping],
  migrations: Object.values(migrations),
  placements: { 'platform.audit_log': 'organization', 'audit.links': 'organization', 'audit.heads': 'organization' },
  ofOrganization: auditData,
};
