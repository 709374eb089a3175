import { Activity } from './activity.ts';

/** A tenant that holds a place for longer than this on average is slow. Ordinary reads and changes take a few milliseconds. */
const SLOW_MS = 50;
/** On a busy machine everybody takes longer, so a slow tenant also takes so many times as long as the other one. */
const SLOWER = 2;
/** A time counts in the average in proportion to its length; one of this length counts half. */
const HALF_WEIGHT_MS = 200;
/** A slow tenant leaves its place to others for so many times as long as it held it. */
const PAUSE = 2;
const MAX_PAUSE_MS = 2_000;
const MAX_TENANTS = 10_000;

interface Pace {
  readonly averageMs: number;
  readonly pausedUntil: number;
}

/**
 * How long tenants hold their places. Times are in milliseconds on one monotonic clock. Averages are weighted by time: many short uses
 * do not hide a few long ones, which take most of the time.
 */
export class TenantPace {
  /** In the order of their last use, the longest ago first. */
  private readonly paces = new Map<string, Pace>();

  constructor(
    private readonly activity = new Activity(),
    private readonly slowMs = SLOW_MS,
  ) {}

  /** Returns for how long the tenant pauses: twice as long as it held the place, if it is slow and another tenant is active. */
  note(tenant: string, granted: number, released: number): number {
    const held = released - granted;
    const averageMs = this.averageOf(tenant, held);
    const pauseMs = this.holdsUp(tenant, averageMs, released) ? Math.min(PAUSE * held, MAX_PAUSE_MS) : 0;
    this.paces.delete(tenant);
    this.paces.set(tenant, { averageMs, pausedUntil: released + pauseMs });
    this.activity.note(tenant, released);
    if (this.paces.size > MAX_TENANTS) this.paces.delete(this.paces.keys().next().value!);
    return pauseMs;
  }

  /** Whether a tenant that holds this many places gets no further one now: it pauses, or is slow and holds one beside others. */
  mustWait(tenant: string, held: number, now: number): boolean {
    const pace = this.paces.get(tenant);
    if (pace === undefined) return false;
    return now < pace.pausedUntil || (held > 0 && this.holdsUp(tenant, pace.averageMs, now));
  }

  isSlow(tenant: string): boolean {
    return (this.paces.get(tenant)?.averageMs ?? 0) > this.slowMs;
  }

  private averageOf(tenant: string, held: number): number {
    const known = this.paces.get(tenant);
    return known ? known.averageMs + (held / (held + HALF_WEIGHT_MS)) * (held - known.averageMs) : held;
  }

  /** Whether a tenant that takes so long on average is slow, and another one is active that is not. */
  private holdsUp(tenant: string, averageMs: number, now: number): boolean {
    if (averageMs <= this.slowMs) return false;
    const other = this.activity.otherActive(tenant, now);
    return other !== undefined && averageMs > SLOWER * (this.paces.get(other)?.averageMs ?? 0);
  }
}
