import type { StoredRecord } from './stored-record.ts';

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
