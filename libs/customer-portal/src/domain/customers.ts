import type { Sync } from '#kernel';
import type { UniqueIdentifiers, Conflicts } from './unique-identifiers.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';

/** A living customer of one of these organizations. */
export interface WhichCustomer {
  readonly id: string;
  readonly organizations: readonly string[];
  /** Whether it may be a deleted one as well. */
  readonly orDeleted?: boolean;
}

/** All customers. Deleted ones are out of reach for who does not ask for them. */
export abstract class Customers {
  /** With its owner, where it has one already. Throws `Invalid` that names every claim of the newcomer which is taken. */
  abstract add(customer: Customer, owner?: Member): Promise<void>;

  /**
   * Throws `ResourceNotFound` when there is no such customer. Who loses a race for a claim is refused in the same words as
   * who came late.
   */
  abstract change<T>(
    which: WhichCustomer,
    claims: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T>;
}
