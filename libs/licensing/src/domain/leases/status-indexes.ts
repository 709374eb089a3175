/**
 * Hands out places in the status lists of an organization, each once. They are reserved in blocks, so a lease needs no statement for
 * its place; those that are not used stay unused.
 */
export abstract class StatusIndexes {
  /** Throws `NoStatusIndex` if none is prepared. */
  abstract next(organizationId: string): number;
  /** Reserves a block, unless one is left. */
  abstract prepare(organizationId: string): Promise<void>;
}
