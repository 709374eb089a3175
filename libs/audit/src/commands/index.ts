export { DeleteOldAuditEntriesHandler } from './delete-old-audit-entries.ts';
export { EraseAuditEntriesHandler } from './erase-audit-entries.ts';
export { LinkAuditEntriesHandler } from './link-audit-entries.ts';
export { VerifyAuditLogHandler } from './verify-audit-log.ts';
