import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '#platform/config';

/** The requests left in a window, and in how many seconds the window resets. */
interface Left {
  readonly window: string;
  readonly remaining: number;
  readonly seconds: number;
}

/** The result of counting one more request. */
export interface RateLimitResult {
  readonly left: readonly Left[];
  /** For how many seconds requests are rejected, or null if the limit is not exceeded. */
  readonly retryAfter: number | null;
}

/** The number of subjects kept in memory, about a kilobyte each. */
const MAX_TRACKED_CLIENTS = 20_000;

const secondsOf = ({ msBeforeNext }: { readonly msBeforeNext: number }): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * Limits requests per subject and minute and per subject and hour; a window starts with its first request. A subject that exceeds a
 * limit is blocked for some time, whatever the windows. Counts are kept in the memory of this process; when it is full, the subjects that
 * were inactive for longest are dropped.
 */
export class RateLimit {
  private readonly windows;
  private readonly blocks: RateLimiterMemory;
  private readonly known = new Set<string>();

  constructor(
    private readonly quota: Quota,
    private readonly most = MAX_TRACKED_CLIENTS,
  ) {
    const { perMinute, perHour, blockSeconds } = quota;
    this.windows = [
      { name: 'minute', seconds: 60, limiter: new RateLimiterMemory({ points: perMinute, duration: 60 }) },
      { name: 'hour', seconds: 3600, limiter: new RateLimiterMemory({ points: perHour, duration: 3600 }) },
    ];
    this.blocks = new RateLimiterMemory({ points: 1, duration: blockSeconds });
  }

  /** The value of the `RateLimit-Policy` header. */
  get policy(): string {
    return this.windows.map(({ name, seconds, limiter }) => `"${name}";q=${limiter.points};w=${seconds}`).join(', ');
  }

  /** Counts one more request of a subject, unless it is blocked. */
  async count(name: string): Promise<RateLimitResult> {
    const who = hash('sha256', name, 'base64');
    this.rememberBlock(who);
    const outside = await this.blocks.get(who);
    if (outside && outside.msBeforeNext > 0) return this.blockedFor(secondsOf(outside));
    const counts = await Promise.all(
      this.windows.map(async ({ name: window, limiter }) => ({ window, limiter, count: await limiter.penalty(who) })),
    );
    if (counts.every(({ limiter, count }) => count.consumedPoints <= limiter.points)) {
      const left = counts.map(({ window, count }) => ({
        window,
        remaining: count.remainingPoints,
        seconds: secondsOf(count),
      }));
      return { left, retryAfter: null };
    }
    await this.blocks.block(who, this.quota.blockSeconds);
    return this.blockedFor(this.quota.blockSeconds);
  }

  private blockedFor(seconds: number): RateLimitResult {
    return { left: this.windows.map(({ name }) => ({ window: name, remaining: 0, seconds })), retryAfter: seconds };
  }

  private rememberBlock(who: string): void {
    this.known.delete(who);
    this.known.add(who);
    if (this.known.size <= this.most) return;
    const [silent] = this.known as Iterable<string> as [string];
    this.known.delete(silent);
    for (const limiter of [this.blocks, ...this.windows.map((each) => each.limiter)]) void limiter.delete(silent);
  }
}
