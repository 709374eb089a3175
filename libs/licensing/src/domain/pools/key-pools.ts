import type { Sync } from '#kernel';
import type { KeyPool } from './key-pool.ts';
import type { PreparedString } from './pool-contents.ts';

/** Selects a pool by id within the given organizations, and what to load of it. */
export interface WhichKeyPool {
  readonly id: string;
  readonly organizations: readonly string[];
  /** Load so many of its first entries. */
  readonly free?: number;
  /** Load this entry. */
  readonly entryId?: string;
  /** Load whether this grant waits. */
  readonly grantId?: string;
}

/** The repository of pools of license keys. */
export abstract class KeyPools {
  /** Throws `BenefitHasPool`. */
  abstract add(pool: KeyPool): Promise<void>;

  /** Encrypts strings that are to be added. */
  abstract prepare(strings: readonly string[]): Promise<readonly PreparedString[]>;

  /**
   * Locks one pool, calls `by`, and stores the pool, its entries, the keys that were issued with them and all events in one transaction.
   * Changes that are made at the same time share transactions. Throws `ResourceNotFound`; `KeyStringsTaken` if a string that is added
   * is or was that of a key, or is in a pool; and `GrantHasKey`.
   */
  abstract change<T>(which: WhichKeyPool, by: (pool: KeyPool) => Sync<T>): Promise<T>;

  /** The id of the pool of a benefit; undefined if it has none. */
  abstract ofBenefit(organizationId: string, benefitId: string): Promise<string | undefined>;

  /** The first grants that wait for a key of the pool: no more than it has entries. All that wait for a pool that was deleted. */
  abstract waiting(organizationId: string, poolId: string, most: number): Promise<{ grantIds: string[]; exists: boolean }>;

  /** The grants no longer wait, or only not for one pool. */
  abstract stopWaiting(organizationId: string, grantIds: readonly string[], poolId?: string): Promise<void>;
}
