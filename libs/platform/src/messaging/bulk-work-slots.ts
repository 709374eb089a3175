import { quotaOf } from '#engine/tenancy';

const MAX_OF_ORGANIZATION = 2;
const MAX_IN_ALL = 6;

/**
 * Limits how many deliveries to subscribers that do bulk work run at the same time, because one may take minutes: some of the jobs
 * that a worker has at a time always remain for other deliveries, and one organization never has all places.
 */
export class BulkWorkSlots {
  private readonly taken = new Map<string, number>();
  private inAll = 0;

  /** Takes a place until the returned function is called; undefined if all are taken. */
  enter(organizationId: string): (() => void) | undefined {
    const quota = quotaOf(organizationId);
    const own = this.taken.get(quota) ?? 0;
    if (own >= MAX_OF_ORGANIZATION || this.inAll >= MAX_IN_ALL) return undefined;
    this.taken.set(quota, own + 1);
    this.inAll += 1;
    return () => this.leave(quota);
  }

  private leave(quota: string): void {
    const own = this.taken.get(quota)! - 1;
    if (own > 0) this.taken.set(quota, own);
    else this.taken.delete(quota);
    this.inAll -= 1;
  }
}
