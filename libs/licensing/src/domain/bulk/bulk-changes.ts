import type { Sync } from '#kernel';
import type { BulkAction } from '#support/bulk-changes';
import type { RecordTags } from '#support/tags';
import type { BulkFacts } from './bulk-action.ts';
import type { BulkChange } from './bulk-change.ts';

/** The facts of a key, and to whom it belongs. */
export interface BulkKey extends BulkFacts {
  readonly id: string;
  readonly displayKey: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
}

/** What is due next of a bulk change: none of its keys if it is not under way. */
export interface BulkPart {
  readonly action: BulkAction;
  readonly licenseKeyIds: readonly string[];
}

/** Selects a bulk change, and the entries that a command is about. */
export interface WhichBulkChange {
  readonly organizationId: string;
  readonly id: string;
  readonly licenseKeyIds?: readonly string[];
}

/** The repository of bulk changes. */
export abstract class BulkChanges {
  /** Stores a new bulk change with its keys. */
  abstract add(change: BulkChange, licenseKeyIds: readonly string[]): Promise<void>;

  /**
   * Locks a bulk change and the keys of these entries, calls `by`, and stores all that it changed, with all events, in one transaction.
   * Throws `ResourceNotFound`.
   */
  abstract change<T>(which: WhichBulkChange, by: (change: BulkChange) => Sync<T>): Promise<T>;

  /** The organization of a bulk change, of those that the caller may see. Throws `ResourceNotFound`. */
  abstract organizationOf(id: string, within: readonly string[]): Promise<string>;

  /** The next keys of a bulk change that is under way, at most `most`, in the order of their ids; undefined if there is none. */
  abstract nextPart(organizationId: string, id: string, most: number): Promise<BulkPart | undefined>;

  /** Reads keys of an organization, in the order of their ids. Those that do not exist are left out. */
  abstract keys(organizationId: string, ids: readonly string[]): Promise<BulkKey[]>;

  /** The tags of keys of an organization, by the ids of the keys. */
  abstract tags(organizationId: string, keys: readonly BulkKey[]): Promise<ReadonlyMap<string, RecordTags>>;
}
