export {
  BENEFIT_LIMITS,
  BULK_OUTCOMES,
  BULK_REFUSALS,
  type BulkAction,
  type BulkOutcome,
  type BulkRefusal,
  type BulkStatus,
  isUndoable,
  type StoredTerms,
} from './bulk-changes.ts';
