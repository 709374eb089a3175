export { IdempotencyKeyReused, asKeyInUse } from './errors.ts';
export { Idempotency, type KeyedRequest } from './idempotency.ts';
export { IdempotencyStore } from './idempotency-store.ts';
export type { Step } from './idempotent-request.ts';
export { PgIdempotencyStore } from './pg-idempotency-store.ts';
export { asStep, insertRecords, nextStep, outsideOfRequest, readOnce, type RecordStatement, timeOfRequest } from './steps.ts';
export type { StoredRecord } from './stored-record.ts';
