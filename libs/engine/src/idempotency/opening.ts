import { IdempotencyKeyInUse } from './errors.ts';
import type { RecordStatement, StoredRecord } from './stored-record.ts';

/** The digests of a key that is looked up and locked in the transaction of its request, that of the newest secret first. */
export type Opening = readonly Buffer[];

/** The key has records, which the transaction must not ignore. */
export class EarlierAttemptFound extends Error {
  constructor() {
    super('A request with this Idempotency-Key has been carried out before');
  }
}

const FOUND_COLUMNS = 'key, step, request, extract(epoch from started_at) * 1000 as "startedMs", encrypted';

/** The advisory lock of a key: its first 64 bits. */
export const lockOf = (key: Buffer): string => key.readBigInt64BE(0).toString();

/** Finds the records of keys. */
export const findRecords = (keys: readonly Buffer[]): RecordStatement => ({
  name: 'idempotency-find',
  text: `select ${FOUND_COLUMNS} from platform.idempotency_keys where key = any($1::bytea[])`,
  values: [keys],
});

export type FoundRow = Omit<StoredRecord, 'startedAt'> & { readonly startedMs: string | number };

/** Returns the locks that somebody else holds. The others are held until the end of the transaction. */
const LOCK = 'select lock::text from unnest($1::bigint[]) as lock where not pg_try_advisory_xact_lock(lock)';
const FIND = 'select distinct key from platform.idempotency_keys where key = any($1::bytea[])';

/** The lock comes first: the other statement sees what the request committed that held it before. */
export function openingStatements(openings: readonly Opening[]): RecordStatement[] {
  const keys = openings.flat();
  return [
    { name: 'idempotency-lock-transaction', text: LOCK, values: [keys.map(lockOf)] },
    { name: 'idempotency-find-keys', text: FIND, values: [keys] },
  ];
}

/** Why a request is not carried out in the transaction; undefined if it is. */
export function refusalsOf([taken, found]: readonly object[][]): (opening: Opening) => Error | undefined {
  const takenLocks = new Set((taken as { lock: string }[]).map(({ lock }) => lock));
  const foundKeys = new Set((found as { key: Buffer }[]).map(({ key }) => lockOf(key)));
  return (opening) => {
    if (takenLocks.size > 0 && opening.some((key) => takenLocks.has(lockOf(key)))) return new IdempotencyKeyInUse();
    if (foundKeys.size > 0 && opening.some((key) => foundKeys.has(lockOf(key)))) return new EarlierAttemptFound();
    return undefined;
  };
}
