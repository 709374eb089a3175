import type { StoredRecord } from './stored-record.ts';

/** A statement of `pg`. */
export interface RecordStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const DIGEST_BYTES = 32;

/**
 * All bytes of all records are one binary parameter: key, digest of the request and encrypted content, one record after the other.
 * An array of `bytea` would be sent as hexadecimal text.
 */
const INSERT = `insert into platform.idempotency_keys (key, step, request, started_at, encrypted)
  select substring(bytes from at for ${DIGEST_BYTES}), step, substring(bytes from at + ${DIGEST_BYTES} for ${DIGEST_BYTES}),
    to_timestamp(started_ms / 1000), substring(bytes from at + ${2 * DIGEST_BYTES} for length)
  from (select $1::bytea as bytes) as content, unnest($2::int[], $3::int[], $4::text[], $5::float8[]) as r (at, length, step, started_ms)`;

function valuesOf(records: readonly StoredRecord[]): unknown[] {
  let at = 1;
  const positions = records.map(({ encrypted }) => {
    const position = at;
    at += 2 * DIGEST_BYTES + encrypted.length;
    return position;
  });
  return [
    Buffer.concat(records.flatMap(({ key, request, encrypted }) => [key, request, encrypted])),
    positions,
    records.map(({ encrypted }) => encrypted.length),
    records.map(({ step }) => step),
    records.map(({ startedAt }) => startedAt.getTime()),
  ];
}

/** Writes records; fails if one exists. */
export const insertRecords = (records: readonly StoredRecord[]): RecordStatement => ({
  name: 'idempotency-insert',
  text: INSERT,
  values: valuesOf(records),
});

/** Writes those records that do not exist. */
export const insertNewRecords = (records: readonly StoredRecord[]): RecordStatement => ({
  name: 'idempotency-insert-new',
  text: `${INSERT} on conflict do nothing`,
  values: valuesOf(records),
});
