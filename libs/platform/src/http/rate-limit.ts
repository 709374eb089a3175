import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '#platform/config';

/** The remaining requests of a window, and the seconds until it resets. */
interface WindowResult {
  readonly window: string;
  readonly remaining: number;
  readonly seconds: number;
}

/** The result of counting a request. */
export interface RateLimitResult {
  readonly windows: readonly WindowResult[];
  /** The seconds for which the key is blocked; null if it is not. */
  readonly retryAfter: number | null;
}

/** About a kilobyte of memory each. */
const MAX_TRACKED_KEYS = 20_000;

const secondsOf = ({ msBeforeNext }: { readonly msBeforeNext: number }): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * Counts requests by key in fixed windows of a minute and an hour, which start with the first request. A key that exceeds one of
 * them is blocked for `blockSeconds`. The counters are in the memory of this process; beyond `maxKeys`, the least recently used
 * keys are dropped.
 */
export class RateLimit {
  private readonly windows;
  private readonly blocks: RateLimiterMemory;
  /** Hashed keys, the least recently used first. */
  private readonly recentKeys = new Set<string>();

  constructor(
    private readonly quota: Quota,
    private readonly maxKeys = MAX_TRACKED_KEYS,
  ) {
    const { perMinute, perHour, blockSeconds } = quota;
    this.windows = [
      { name: 'minute', seconds: 60, limiter: new RateLimiterMemory({ points: perMinute, duration: 60 }) },
      { name: 'hour', seconds: 3600, limiter: new RateLimiterMemory({ points: perHour, duration: 3600 }) },
    ];
    this.blocks = new RateLimiterMemory({ points: 1, duration: blockSeconds });
  }

  /** The value of the header `RateLimit-Policy`. */
  get policy(): string {
    return this.windows.map(({ name, seconds, limiter }) => `"${name}";q=${limiter.points};w=${seconds}`).join(', ');
  }

  /** Counts a request, unless the key is blocked. */
  async count(name: string): Promise<RateLimitResult> {
    const key = hash('sha256', name, 'base64');
    this.touch(key);
    const block = await this.blocks.get(key);
    if (block && block.msBeforeNext > 0) return this.blockedFor(secondsOf(block));
    const counts = await Promise.all(
      this.windows.map(async ({ name: window, limiter }) => ({ window, limiter, count: await limiter.penalty(key) })),
    );
    if (counts.every(({ limiter, count }) => count.consumedPoints <= limiter.points)) {
      const windows = counts.map(({ window, count }) => ({
        window,
        remaining: count.remainingPoints,
        seconds: secondsOf(count),
      }));
      return { windows, retryAfter: null };
    }
    await this.blocks.block(key, this.quota.blockSeconds);
    return this.blockedFor(this.quota.blockSeconds);
  }

  private blockedFor(seconds: number): RateLimitResult {
    return { windows: this.windows.map(({ name }) => ({ window: name, remaining: 0, seconds })), retryAfter: seconds };
  }

  /** Marks the key as the most recently used one, and drops the least recently used one beyond `maxKeys`. */
  private touch(key: string): void {
    this.recentKeys.delete(key);
    this.recentKeys.add(key);
    if (this.recentKeys.size <= this.maxKeys) return;
    const [oldest] = this.recentKeys as Iterable<string> as [string];
    this.recentKeys.delete(oldest);
    for (const limiter of [this.blocks, ...this.windows.map((each) => each.limiter)]) void limiter.delete(oldest);
  }
}
