/** Who gets what a merged customer has. */
export interface NewHolder {
  readonly customerId: string;
  /** The member who takes the place of a member of the merged customer; null if there is none. */
  readonly ownerId: string | null;
}

/** The repository of everything that names a customer: subscriptions, orders, refunds, disputes and benefit grants. */
export abstract class RecordsOfCustomers {
  /** Moves one batch of the records of a customer to another one, in one transaction. Returns the size of the batch. */
  abstract moveSome(organizationId: string, customerId: string, to: NewHolder, now: Date): Promise<number>;
}
