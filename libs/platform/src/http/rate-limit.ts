import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '#platform/config';

/** What somebody may still do in a window, and in how many seconds that begins anew. */
interface Left {
  readonly window: string;
  readonly remaining: number;
  readonly seconds: number;
}

/** How somebody stands after one more request. */
export interface RateLimitResult {
  readonly left: readonly Left[];
  /** For how many seconds nothing is answered; null where nobody went beyond. */
  readonly retryAfter: number | null;
}

/** So many are remembered, about a kilobyte each. */
const MAX_TRACKED_CLIENTS = 20_000;

const secondsOf = ({ msBeforeNext }: { readonly msBeforeNext: number }): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * How often each of many may ask: so many times a minute and an hour, each counted from the first time on. Whoever goes beyond is
 * kept out for a while, whatever the windows say. Counted in the memory of this process, which has room for so many: when more
 * come, those who have been silent for longest are forgotten.
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

  /** As the header `RateLimit-Policy` tells it. */
  get policy(): string {
    return this.windows.map(({ name, seconds, limiter }) => `"${name}";q=${limiter.points};w=${seconds}`).join(', ');
  }

  /** Counts one more request of somebody, unless they are kept out. */
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
