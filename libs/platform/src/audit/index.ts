export { type AttributedChange, insertAuditEntries } from './audit-log.ts';
export { type Action, changeOf, type ResourceFields, type FieldChange, type ResourceChange, type Snapshot } from './snapshot.ts';
