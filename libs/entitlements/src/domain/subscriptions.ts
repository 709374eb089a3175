import type { Sync } from '#kernel';
import type { Subscription } from './subscription.ts';

/** Which subscription: its id, if it belongs to one of the organizations. */
export interface WhichSubscription {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** All subscriptions, those that have ended included. */
export abstract class Subscriptions {
  abstract add(subscription: Subscription): Promise<void>;

  /** Adds it unless the customer has another one that has not ended; false where it has. Two at once: one is added. */
  abstract addSole(subscription: Subscription): Promise<boolean>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichSubscription, by: (subscription: Subscription) => Sync<T>): Promise<T>;

  /**
   * Locks some of those that time has something for at this moment, and that nobody else holds, and lets `by` decide on each,
   * in one transaction. Answers how many there were.
   */
  abstract changeDue(now: Date, by: (subscription: Subscription) => void): Promise<number>;

  /** The customer's subscriptions that have not ended, by id. */
  abstract liveOf(organizationId: string, customerId: string): Promise<string[]>;
}
