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
}
