import type { JobsOptions } from 'bullmq';

/** With the waits in between, that is about six hours. */
const ATTEMPTS = 50;
const FIRST_RETRY_MS = 1_000;
/** Whatever was in the way: so soon after it is gone, everything has been tried again. */
const LONGEST_WAIT_MS = 600_000;
/** What failed together is spread over this part of its wait. */
const JITTER = 0.25;
const BACKOFF = 'doubling-up-to-a-limit';

export interface RetryOptions {
  /** How often a delivery is tried before it is given up. */
  readonly attempts?: number;
  /** The wait after the first failure; it doubles with every further one, up to ten minutes. */
  readonly retryMs?: number;
}

/** How often a delivery is tried, and how long it waits in between. */
export class RetryPolicy {
  readonly attempts: number;
  private readonly firstMs: number;

  constructor({ attempts = ATTEMPTS, retryMs = FIRST_RETRY_MS }: RetryOptions = {}) {
    this.attempts = attempts;
    this.firstMs = retryMs;
  }

  /** The wait after so many failures; a bit shorter than that by chance. */
  waitMs(failures: number, chance = Math.random()): number {
    const longest = Math.min(this.firstMs * 2 ** (failures - 1), LONGEST_WAIT_MS);
    return Math.round(longest * (1 - JITTER * chance));
  }

  /** What a job says of its retries; where one has failed already, it begins with a wait. */
  options({ afterFailure = false } = {}): Pick<JobsOptions, 'attempts' | 'backoff' | 'delay'> {
    const backoff = { type: BACKOFF };
    return afterFailure
      ? { attempts: Math.max(this.attempts - 1, 1), backoff, delay: this.waitMs(1) }
      : { attempts: this.attempts, backoff };
  }
}
