import type { Sync } from '#kernel';
import type { UniqueIdentifiers, Conflicts } from './unique-identifiers.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';
import type { Merger } from './merging-members.ts';

/** Selects a customer by id within the given organizations. */
export interface WhichCustomer {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** Selects two customers by id within the given organizations: one that is merged, or was, and whom it is merged into. */
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
   * Changes two customers and members of both in one transaction; mergers of the same customers take turns. The source may be
   * deleted; the merger is undefined if there is no such customer. Of more than `MAX_MERGED_MEMBERS` members one too many is loaded.
   * Throws `ResourceNotFound` if there is no target or it is deleted.
   */
  abstract changeBoth(which: WhichCustomers, by: (target: Customer, merger: Merger | undefined) => void): Promise<void>;

  /** Forgets the aliases of a customer, unless it was merged itself: then they are those of another one. */
  abstract eraseAliases(organizationId: string, customerId: string): Promise<void>;
}
