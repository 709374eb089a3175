/** The sums of orders and subscriptions that metrics are read from, and the recorded changes that are not in them yet. */
export abstract class PurchaseRollups {
  /** Moves at most so many recorded changes of each kind into the sums. Returns how many were moved: none while somebody else changes sums. */
  abstract rollUp(atMost: number): Promise<number>;

  /** The sums of all organizations, or of one, are to be made anew. Until that is done metrics are read from rows. */
  abstract discard(organizationId?: string): Promise<void>;

  /**
   * Makes the sums of an organization that has none, from at most so many purchases of a kind in a statement. Returns its id, or null if there
   * is no such organization.
   */
  abstract rebuildNext(atMost: number): Promise<string | null>;
}
