export { DeleteOldAuditEntriesHandler } from './delete-old-audit-entries.ts';
export { EraseAuditEntriesHandler } from './erase-audit-entries.ts';
