import type { Sync } from '#kernel';
import type { Dispute } from './dispute.ts';

/** Selects a dispute by id within the given organizations. */
export interface WhichDispute {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of disputes. */
export abstract class Disputes {
  /** Throws `OrderAlreadyDisputed` if the order has a dispute that is open. */
  abstract add(dispute: Dispute): Promise<void>;

  /** Erases the reasons of one batch of the customer's disputes. Returns the size of the batch. */
  abstract eraseDetails(organizationId: string, customerId: string): Promise<number>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichDispute, by: (dispute: Dispute) => Sync<T>): Promise<T>;
}
