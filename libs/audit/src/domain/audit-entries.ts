/** The entries of the audit log, which are written with the changes that they tell of. */
export abstract class AuditEntries {
  /**
   * Erases, in some of the entries about a customer, the values of changed fields and the address of the client. Returns the number of
   * those entries; 0 if none is left.
   */
  abstract eraseSome(organizationId: string, customerId: string): Promise<number>;

  /** Deletes some of the entries from before a time. Returns their number; 0 if none is left. */
  abstract deleteSome(before: Date): Promise<number>;
}
