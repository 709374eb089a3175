export { type AttributedChange, insertAuditEntries, changeOf, type ResourceFields, type Snapshot } from './audit-log.ts';
