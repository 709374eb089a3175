export { IdempotencyKeyReused, asKeyInUse } from './errors.ts';
export { Idempotency } from './idempotency.ts';
export { IdempotencyStore, insertRecords, type RecordStatement, type StoredRecord } from './stored-record.ts';
export type { Step } from './idempotent-request.ts';
export { PgIdempotencyStore } from './pg-idempotency-store.ts';
export { openingStatements, refusalsOf } from './opening.ts';
export { respondToRequestWith, asStep, nextStep, readOnce, timeOfRequest } from './steps.ts';
