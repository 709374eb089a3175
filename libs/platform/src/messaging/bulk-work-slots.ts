import { quotaOf } from '#engine/tenancy';

const MAX_OF_ORGANIZATION = 2;
const MAX_IN_ALL = 6;
const MAX_WAITING = 5_000;

type Leave = () => void;

/**
 * Limits how many deliveries to subscribers that do bulk work run at the same time, because one may take minutes: some of the jobs
 * that a worker has at a time always remain for other deliveries, and one organization never has all places.
 */
export class BulkWorkSlots {
  private readonly taken = new Map<string, number>();
  private inAll = 0;
  /** What waits for a place, by organization. The one that was served last is the last one. */
  private readonly waiting = new Map<string, ((leave: Leave) => void)[]>();
  private waitingInAll = 0;

  /** Has `begin` called with a place as soon as there is one for this organization. False if too many wait already. */
  wait(organizationId: string, begin: (leave: Leave) => void): boolean {
    if (this.waitingInAll >= MAX_WAITING) return false;
    const own = this.waiting.get(organizationId);
    if (own) own.push(begin);
    else this.waiting.set(organizationId, [begin]);
    this.waitingInAll += 1;
    return true;
  }

  /** Nothing waits any more. */
  stopWaiting(): void {
    this.waiting.clear();
    this.waitingInAll = 0;
  }

  /** Takes a place until the returned function is called; undefined if all are taken. */
  enter(organizationId: string): Leave | undefined {
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
    this.beginNext();
  }

  private beginNext(): void {
    for (const [organizationId, own] of this.waiting) {
      const leave = this.enter(organizationId);
      if (!leave) continue;
      const begin = own.shift()!;
      this.waiting.delete(organizationId);
      if (own.length > 0) this.waiting.set(organizationId, own);
      this.waitingInAll -= 1;
      return begin(leave);
    }
  }
}
