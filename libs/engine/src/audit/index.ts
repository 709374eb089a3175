export { type AttributedChange, insertAuditEntries } from './audit-log.ts';
export { changeOf, type ResourceFields, type Snapshot } from './snapshot.ts';
