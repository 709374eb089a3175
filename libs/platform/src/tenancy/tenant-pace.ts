/** A tenant that holds a place for longer than this on average is slow. Ordinary reads and changes take a few milliseconds. */
const SLOW_MS = 50;
/** How much the last time counts in the average. */
const WEIGHT = 0.2;
/** A tenant is active for so long after it used a place. */
const ACTIVE_MS = 2_000;
const MAX_PAUSE_MS = 1_000;
const MAX_TENANTS = 10_000;

interface Pace {
  readonly averageMs: number;
  readonly pausedUntil: number;
}

/** How long tenants hold their places. Times are in milliseconds on one monotonic clock. */
export class TenantPace {
  /** In the order of their last use, the longest ago first. */
  private readonly paces = new Map<string, Pace>();
  /** The last two tenants that used a place, the last one first. */
  private recent: readonly { readonly tenant: string; readonly at: number }[] = [];

  /** Returns for how long the tenant pauses: as long as it held the place, if it is slow and another tenant is active. */
  note(tenant: string, granted: number, released: number): number {
    const held = released - granted;
    const averageMs = this.averageOf(tenant, held);
    const pauseMs = averageMs > SLOW_MS && this.isAnotherActive(tenant, released) ? Math.min(held, MAX_PAUSE_MS) : 0;
    this.paces.delete(tenant);
    this.paces.set(tenant, { averageMs, pausedUntil: released + pauseMs });
    this.recent = [{ tenant, at: released }, ...this.recent.filter((each) => each.tenant !== tenant)].slice(0, 2);
    if (this.paces.size > MAX_TENANTS) this.paces.delete(this.paces.keys().next().value!);
    return pauseMs;
  }

  /** Whether a tenant that holds this many places gets no further one now: it pauses, or is slow and holds one beside others. */
  mustWait(tenant: string, held: number, now: number): boolean {
    const pace = this.paces.get(tenant);
    if (pace === undefined) return false;
    return now < pace.pausedUntil || (held > 0 && pace.averageMs > SLOW_MS && this.isAnotherActive(tenant, now));
  }

  isSlow(tenant: string): boolean {
    return (this.paces.get(tenant)?.averageMs ?? 0) > SLOW_MS;
  }

  private averageOf(tenant: string, held: number): number {
    const known = this.paces.get(tenant);
    return known ? known.averageMs + WEIGHT * (held - known.averageMs) : held;
  }

  private isAnotherActive(tenant: string, now: number): boolean {
    return this.recent.some((each) => each.tenant !== tenant && now - each.at < ACTIVE_MS);
  }
}
