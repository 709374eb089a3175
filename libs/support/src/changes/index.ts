export { type ChangedFields, changedFields } from './changed-fields.ts';
