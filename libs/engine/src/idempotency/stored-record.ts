import { deserialize, serialize } from 'node:v8';
import type { Keyring } from '#engine/secrets';
import { JsonText } from '#support/json';

/** The `step` of the record with the complete response. */
export const RESPONSE = '';

/** What is stored under an idempotency key: a row for each step, and one for the response. */
export interface StoredRecord {
  /** The keyed digest of the name. */
  readonly key: Buffer;
  /** The name of the step, or `RESPONSE`. */
  readonly step: string;
  /** The digest of the request. */
  readonly request: Buffer;
  /** When the first attempt started; the same in all records of a request. */
  readonly startedAt: Date;
  /** The name, which `secret-key rotate` digests again, a line break, and the content. */
  readonly encrypted: Buffer;
}

export interface StepContent {
  /** The seed of the random values of the request. */
  readonly seed: Uint8Array;
  /** What the transaction returned. */
  readonly outcome: unknown;
  /** Results of `readOnce` before the step, by name. */
  readonly reads: ReadonlyMap<string, unknown> | undefined;
}

export interface Response {
  readonly status: number;
  readonly body: unknown;
}

const LINE_BREAK = 0x0a;

/** The credential and the key, as one line. */
export const nameOf = (credential: string, key: string): string => JSON.stringify([credential, key]);

/** The possible digests of a name, that of the newest secret first. */
export const digestsOf = (keyring: Keyring, name: string): Buffer[] => keyring.digests('idempotency-key', name);

/** Keeps dates, maps and bytes as they are; prototypes of classes are lost. */
export const encryptStep = (keyring: Keyring, name: string, content: StepContent): Buffer =>
  keyring.encryptBytes(Buffer.concat([Buffer.from(`${name}\n`), serialize(content)]));

export const encryptResponse = (keyring: Keyring, name: string, { status, body }: Response): Buffer =>
  keyring.encrypt(`${name}\n${status}${body === undefined ? '' : textOf(body)}`);

export const decryptStep = (keyring: Keyring, { encrypted }: StoredRecord): StepContent =>
  deserialize(split(keyring, encrypted).content) as StepContent;

export function decryptResponse(keyring: Keyring, { encrypted }: StoredRecord): Response {
  const { content } = split(keyring, encrypted);
  const [status, body] = [content.toString('utf8', 0, 3), content.toString('utf8', 3)];
  return { status: Number(status), body: body === '' ? undefined : new JsonText(body) };
}

const textOf = (body: unknown): string => (body instanceof JsonText ? body.text : JSON.stringify(body));

/** Encrypts and digests with the newest secret. */
export const renewed = (keyring: Keyring, encrypted: Buffer): Pick<StoredRecord, 'key' | 'encrypted'> => ({
  key: digestsOf(keyring, split(keyring, encrypted).name)[0]!,
  encrypted: keyring.encryptBytes(keyring.decryptBytes(encrypted)),
});

function split(keyring: Keyring, encrypted: Buffer): { name: string; content: Buffer } {
  const bytes = keyring.decryptBytes(encrypted);
  const end = bytes.indexOf(LINE_BREAK);
  return { name: bytes.toString('utf8', 0, end), content: bytes.subarray(end + 1) };
}

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

/** The records of idempotent requests, and which of these requests are under way. */
export abstract class IdempotencyStore {
  /**
   * Marks the keys as under way and returns their records, without those that started at or before `expiredAt`: these are deleted.
   * Throws `IdempotencyKeyInUse` if one of the keys is under way already. A process that dies has no request under way.
   */
  abstract open(keys: readonly Buffer[], expiredAt: Date): Promise<StoredRecord[]>;
  /** The request is no longer under way. Stores its response, if there is one; one that is stored already stays. */
  abstract close(keys: readonly Buffer[], response?: StoredRecord): Promise<void>;
  /** Deletes up to a batch of the records that started at or before `expiredAt`; returns true if more may be left. */
  abstract deleteExpired(expiredAt: Date): Promise<boolean>;
  /** Encrypts and digests with the first secret key what was stored with older ones. Returns the number of records. */
  abstract reencrypt(): Promise<number>;
}
