import type { Sync } from '#kernel';
import type { PreparedString } from '../pools/pool-contents.ts';
import type { Claimability, UnclaimedBatch } from './unclaimed-batch.ts';

/** Selects a batch by id within the given organizations, and the entry that a command is about. */
export interface WhichUnclaimedBatch {
  readonly id: string;
  readonly organizations: readonly string[];
  readonly entryId?: string;
}

/** A string that nobody has claimed. */
export interface UnclaimedKey extends Claimability {
  readonly id: string;
  readonly batchId: string;
  readonly benefitId: string;
}

/** The repository of batches of unclaimed keys. */
export abstract class UnclaimedBatches {
  /** Encrypts strings for a new batch. */
  abstract prepare(strings: readonly string[]): Promise<readonly PreparedString[]>;

  /** Stores a new batch with its strings. Throws `KeyStringsTaken` if the organization has one of them already. */
  abstract add(batch: UnclaimedBatch): Promise<void>;

  /**
   * Locks one batch, calls `by`, and stores the batch and the license keys that were made, with all events, in one transaction. Throws
   * `ResourceNotFound`.
   */
  abstract change<T>(which: WhichUnclaimedBatch, by: (batch: UnclaimedBatch) => Sync<T>): Promise<T>;

  /** The string that somebody typed, however it is written; undefined if there is none that nobody has claimed. */
  abstract find(organizationId: string, typed: string): Promise<UnclaimedKey | undefined>;
}
