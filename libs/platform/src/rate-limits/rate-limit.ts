import { type LimitWindow, TooManyRequests } from '#kernel';
import type { Quota } from '#platform/config/composition';
import type { Count, Counter, CounterStore } from './counter-store.ts';

/** The result of counting a request. */
export interface RateLimitResult {
  readonly windows: readonly LimitWindow[];
  /** The seconds for which the subject is blocked; null if it is not. */
  readonly retryAfter: number | null;
}

const MAX_KNOWN = 20_000;

export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** The state of the window of a counter. */
export const windowOf = (name: string, { max, seconds }: Counter, { count, resetMs }: Count): LimitWindow => ({
  name,
  max,
  seconds,
  remaining: Math.max(0, max - count),
  resetSeconds: secondsOf(resetMs),
});

/** How long the first block lasts for guesses. */
const FIRST_BLOCK_SECONDS = 5;

/**
 * Counts requests of subjects, such as client networks, in windows of a minute and an hour. A subject that exceeds one of them is
 * blocked for `blockSeconds`; for guesses, by blocks that last longer each time up to that.
 */
export class RateLimit {
  private readonly counters: readonly { readonly window: string; readonly max: number; readonly seconds: number }[];
  /** Blocks that this process has met, by subject, with their ends. */
  private readonly knownBlocks = new Map<string, number>();
  /** What this process has counted, by subject, and when. */
  private readonly knownStates = new Map<string, { readonly windows: readonly LimitWindow[]; readonly at: number }>();

  constructor(
    private readonly store: CounterStore,
    /** Limits of different names count independently. */
    private readonly name: string,
    private readonly quota: Quota,
    private readonly maxKnown = MAX_KNOWN,
  ) {
    this.counters = [
      { window: 'minute', max: quota.perMinute, seconds: 60 },
      { window: 'hour', max: quota.perHour, seconds: 3600 },
    ];
  }

  /** Counts a request, unless the subject is blocked. The same guess counts once in each window. */
  async count(subject: string, now: Date, guess?: string): Promise<RateLimitResult> {
    const kind = guess === undefined ? '' : 'distinct ';
    const counters = this.counters.map(({ window, ...counter }) => ({
      ...counter,
      name: `${kind}${window} ${subject}`,
      amount: 1,
    }));
    const seconds = this.quota.blockSeconds;
    const block = { name: subject, seconds, firstSeconds: guess === undefined ? seconds : FIRST_BLOCK_SECONDS };
    const result = await this.store.add({ limit: this.name, counters, item: guess, block });
    if (result.outcome === 'blocked') {
      remember(this.knownBlocks, subject, now.getTime() + result.blockedMs, this.maxKnown);
      return this.blockedFor(secondsOf(result.blockedMs));
    }
    const windows = counters.map((counter, index) => windowOf(this.counters[index]!.window, counter, result.counts[index]!));
    remember(this.knownStates, subject, { windows, at: now.getTime() }, this.maxKnown);
    return { windows, retryAfter: null };
  }

  /**
   * The error for a subject that this process knows to be blocked; null for any other. Costs next to nothing while nobody is
   * blocked. A process learns of a block when it counts a request of the subject.
   */
  knownBlock(subject: string, now: Date): TooManyRequests | null {
    if (this.knownBlocks.size === 0) return null;
    const until = this.knownBlocks.get(subject);
    if (until === undefined) return null;
    if (until <= now.getTime()) {
      this.knownBlocks.delete(subject);
      return null;
    }
    const seconds = secondsOf(until - now.getTime());
    return new TooManyRequests(seconds, this.blockedFor(seconds).windows);
  }

  /** The windows of a subject of which nothing was counted. */
  get untouched(): readonly LimitWindow[] {
    return this.counters.map(({ window, max, seconds }) => ({
      name: window,
      max,
      seconds,
      remaining: max,
      resetSeconds: seconds,
    }));
  }

  /** The windows of a subject as this process last counted them; null if they are untouched. The store is not asked. */
  knownState(subject: string, now: Date): readonly LimitWindow[] | null {
    const known = this.knownStates.get(subject);
    if (known === undefined) return null;
    const passed = Math.floor((now.getTime() - known.at) / 1000);
    if (known.windows.every(({ resetSeconds }) => resetSeconds <= passed)) {
      this.knownStates.delete(subject);
      return null;
    }
    return known.windows.map((window) =>
      window.resetSeconds > passed
        ? { ...window, resetSeconds: window.resetSeconds - passed }
        : { ...window, remaining: window.max, resetSeconds: window.seconds },
    );
  }

  private blockedFor(resetSeconds: number): RateLimitResult {
    const windows = this.counters.map(({ window, max, seconds }) => ({ name: window, max, seconds, remaining: 0, resetSeconds }));
    return { windows, retryAfter: resetSeconds };
  }
}

/** The first entries were added first, and are forgotten first. */
function remember<T>(known: Map<string, T>, subject: string, value: T, max: number): void {
  known.delete(subject);
  known.set(subject, value);
  if (known.size <= max) return;
  const [oldest] = known.keys() as Iterable<string> as [string];
  known.delete(oldest);
}
