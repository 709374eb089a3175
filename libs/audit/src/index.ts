import type { Tables } from '#engine/persistence';
import { AuditEntryMapping } from './adapters/persistence/audit-entry.mapping.ts';

export { auditSubscribers } from './adapters/messaging/subscribers.ts';
export { AuditModule } from './audit.module.ts';
export { DeleteOldAuditEntries } from './commands/delete-old-audit-entries.ts';

/** The migrations of the table are those of the platform, which writes it. */
export const auditTables: Tables = {
  entities: [AuditEntryMapping],
  migrations: [],
  placements: { 'platform.audit_log': 'organization' },
};
