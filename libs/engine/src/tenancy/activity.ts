/** A tenant is active for so long after it used something. */
const ACTIVE_MS = 2_000;

interface Use {
  readonly tenant: string;
  readonly at: number;
}

/** Whether several tenants are active. Times are in milliseconds on one monotonic clock. */
export class Activity {
  private last: Use | undefined;
  /** The last use by another tenant than the last one. */
  private lastOther: Use | undefined;

  note(tenant: string, at: number): void {
    if (this.last?.tenant !== tenant) this.lastOther = this.last;
    this.last = { tenant, at };
  }

  isAnotherActive(tenant: string, now: number): boolean {
    return this.otherActive(tenant, now) !== undefined;
  }

  /** The other tenant that was active last. */
  otherActive(tenant: string, now: number): string | undefined {
    const other = this.last?.tenant === tenant ? this.lastOther : this.last;
    return other !== undefined && now - other.at < ACTIVE_MS ? other.tenant : undefined;
  }
}

/** Requests that this process has responded to. */
export const requestActivity = new Activity();
