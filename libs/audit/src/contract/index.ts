export { AuditEntryView } from './audit-entry.view.ts';
export { cursor, cursorOf, type Position } from './cursor.view.ts';
export { FindAuditEntries, FindLastAuditEntries } from './find-audit-entries.ts';
