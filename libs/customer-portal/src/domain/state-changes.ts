/** A customer whose state has changed. It may be deleted: its purchases end after it. */
export interface ChangedCustomer {
  readonly organizationId: string;
  readonly customerId: string;
}

/** The changes of the states of customers that no event tells of yet. */
export abstract class StateChanges {
  /** Notes that the state of a customer has changed. Several changes before the next event are one. */
  abstract note(customer: ChangedCustomer): Promise<void>;

  /**
   * Publishes one event for each customer of a batch, and forgets their changes. Every change that was noted before is visible to
   * those who get the event. Returns true if there may be more.
   */
  abstract publishSome(now: Date): Promise<boolean>;
}
