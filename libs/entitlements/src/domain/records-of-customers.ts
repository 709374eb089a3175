/** Who gets what a merged customer has. */
export interface NewHolder {
  readonly customerId: string;
  /** The members of the records that move, and who they are after the merger. */
  readonly members: ReadonlyMap<string, string>;
}

/** The repository of everything that names a customer: subscriptions, orders, refunds, disputes and benefit grants. */
export abstract class RecordsOfCustomers {
  /** Some members whose grants name the customer; none if no such grants are left. */
  abstract membersOf(organizationId: string, customerId: string): Promise<string[]>;

  /**
   * Moves one batch of the records of a customer to another one, in one transaction: of the grants of members those of the given
   * ones. Returns the size of the batch.
   */
  abstract moveSome(organizationId: string, customerId: string, to: NewHolder, now: Date): Promise<number>;
}
