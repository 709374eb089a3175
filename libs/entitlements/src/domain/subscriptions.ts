import type { Sync } from '#kernel';
import type { ExternalId } from './purchase.ts';
import type { Subscription } from './subscription.ts';

/** Selects a subscription by id within the given organizations. */
export interface WhichSubscription {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of subscriptions, including ended ones. */
export abstract class Subscriptions {
  /** Throws `ExternalIdTaken`. */
  abstract add(subscription: Subscription): Promise<void>;

  /** The id of the subscription with this external id; undefined if there is none. */
  abstract findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined>;

  /**
   * Adds the subscription unless who gets its benefits has one that has not ended; then returns false. Safe against concurrent
   * calls. Throws `ExternalIdTaken`.
   */
  abstract addSole(subscription: Subscription): Promise<boolean>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichSubscription, by: (subscription: Subscription) => Sync<T>): Promise<T>;

  /**
   * Changes one batch of subscriptions that are due, of all organizations or of one, skipping locked ones, in one transaction. Returns
   * the size of the batch.
   */
  abstract changeDue(now: Date, by: (subscription: Subscription) => void, organizationId?: string): Promise<number>;

  /** A batch of subscriptions whose scheduled change of seats is due, of all organizations or of one. */
  abstract withSeatsDue(now: Date, organizationId?: string): Promise<WhichSubscription[]>;

  /** Ids of the customer's subscriptions that have not ended. */
  abstract liveOf(organizationId: string, customerId: string): Promise<string[]>;

  /** Erases metadata and comments of one batch of the customer's subscriptions. Returns the number of subscriptions erased. */
  abstract eraseDetails(organizationId: string, customerId: string): Promise<number>;
}
