export { AuditEntryView } from './audit-entry.view.ts';
export { FindAuditEntries } from './find-audit-entries.ts';
