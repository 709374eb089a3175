import type { Sync } from '#kernel';
import type { UniqueIdentifiers, Conflicts } from './unique-identifiers.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';

/** Selects a customer by id within the given organizations. */
export interface WhichCustomer {
  readonly id: string;
  readonly organizations: readonly string[];
  /** Include deleted customers. */
  readonly orDeleted?: boolean;
}

/** Selects two customers by id within the given organizations: one to be merged into the other. */
export interface WhichCustomers {
  readonly source: string;
  readonly target: string;
  readonly organizations: readonly string[];
}

/** The repository of customers. */
export abstract class Customers {
  /** Adds a customer, with its owner if given. Throws `Invalid` with an error for every claim that is taken. */
  abstract add(customer: Customer, owner?: Member): Promise<void>;

  /**
   * Throws `ResourceNotFound`. A claim that a concurrent call takes first is reported like one that was taken before.
   */
  abstract change<T>(
    which: WhichCustomer,
    identifiers: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T>;

  /**
   * Changes two customers and the members of the first in one transaction; mergers of the same customers take turns. `source` may
   * be deleted, and is undefined if there is no such customer; `members` are those of it that are not deleted, two at most. Throws
   * `ResourceNotFound` if there is no target or it is deleted.
   */
  abstract merge(
    which: WhichCustomers,
    by: (source: Customer | undefined, target: Customer, members: readonly Member[]) => void,
  ): Promise<void>;
}
