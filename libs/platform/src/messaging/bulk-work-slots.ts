const MAX_OF_ORGANIZATION = 2;
const MAX_IN_ALL = 6;

/**
 * Limits how many deliveries to subscribers that do bulk work run at the same time, because one may take minutes: some of the jobs
 * that a worker has at a time always remain for other deliveries, and one organization never has all places.
 */
export class BulkWorkSlots {
  private readonly taken = new Map<string, number>();
  private inAll = 0;

  /** Returns false if all places are taken. The caller leaves a place that it entered. */
  enter(organizationId: string): boolean {
    const own = this.taken.get(organizationId) ?? 0;
    if (own >= MAX_OF_ORGANIZATION || this.inAll >= MAX_IN_ALL) return false;
    this.taken.set(organizationId, own + 1);
    this.inAll += 1;
    return true;
  }

  leave(organizationId: string): void {
    const own = this.taken.get(organizationId)! - 1;
    if (own > 0) this.taken.set(organizationId, own);
    else this.taken.delete(organizationId);
    this.inAll -= 1;
  }
}
