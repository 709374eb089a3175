export { AuditEntryView } from './audit-entry.view.ts';
export { FindAuditEntries, FindLastAuditEntries } from './find-audit-entries.ts';
