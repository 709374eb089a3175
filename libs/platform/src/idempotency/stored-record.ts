import { deserialize, serialize } from 'node:v8';
import type { Keyring } from '#platform/secrets';

/** The `step` of the record with the complete response. */
export const RESPONSE = '';

/** What is stored under an idempotency key: a row for each step, and one for the response. */
export interface StoredRecord {
  /** The keyed digest of the credential and the key. */
  readonly key: Buffer;
  /** The name of the step, or `RESPONSE`. */
  readonly step: string;
  /** The digest of the request. */
  readonly request: Buffer;
  /** When the first attempt started; the same in all records of a request. */
  readonly startedAt: Date;
  readonly encrypted: Buffer;
}

/** The encrypted part of every record: with `name`, `keys rotate-secret` can renew the digest. */
interface Named {
  /** The credential and the key. */
  readonly name: string;
}

export interface StepContent extends Named {
  /** The seed of the random values of the request. */
  readonly seed: Uint8Array;
  /** What the transaction returned. */
  readonly outcome: unknown;
  /** Results of `readOnce` before the step, by name. */
  readonly reads: ReadonlyMap<string, unknown>;
}

export interface ResponseContent extends Named {
  readonly status: number;
  /** As JSON; undefined if there is none. */
  readonly body: string | undefined;
}

/** Keeps dates, maps and bytes as they are; prototypes of classes are lost. */
export const encryptContent = (keyring: Keyring, content: Named): Buffer => keyring.encryptBytes(serialize(content));

export const decryptContent = <Content extends Named>(
  keyring: Keyring,
  { encrypted }: Pick<StoredRecord, 'encrypted'>,
): Content => deserialize(keyring.decryptBytes(encrypted)) as Content;

/** The possible digests of a credential and key, the newest secret first. */
export const digestsOf = (keyring: Keyring, name: string): Buffer[] => keyring.digests('idempotency-key', name);
