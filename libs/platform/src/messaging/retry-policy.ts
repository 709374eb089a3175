import type { JobsOptions } from 'bullmq';

/** With the waits in between, these take about six hours. */
const ATTEMPTS = 50;
const FIRST_RETRY_MS = 1_000;
/** After the cause of failures was removed, every delivery is retried within this time. */
const MAX_WAIT_MS = 600_000;
/** The share of a wait that is random, so that deliveries that failed together are not retried together. */
const JITTER = 0.25;
const BACKOFF = 'doubling-up-to-a-limit';

export interface RetryOptions {
  /** The number of attempts before a delivery is marked as failed. */
  readonly attempts?: number;
  /** The wait after the first failure; it doubles with each further failure, up to ten minutes. */
  readonly retryMs?: number;
}

/** The number of attempts of a delivery and the waits between them. */
export class RetryPolicy {
  readonly attempts: number;
  private readonly firstMs: number;

  constructor({ attempts = ATTEMPTS, retryMs = FIRST_RETRY_MS }: RetryOptions = {}) {
    this.attempts = attempts;
    this.firstMs = retryMs;
  }

  /** The wait after the given number of failures, shortened by a random share. */
  waitMs(failures: number, chance = Math.random()): number {
    const longest = Math.min(this.firstMs * 2 ** (failures - 1), MAX_WAIT_MS);
    return Math.round(longest * (1 - JITTER * chance));
  }

  /** The retry options of a job. After a failure, the job starts with a wait and has one attempt less. */
  options({ afterFailure = false } = {}): Pick<JobsOptions, 'attempts' | 'backoff' | 'delay'> {
    const backoff = { type: BACKOFF };
    return afterFailure
      ? { attempts: Math.max(this.attempts - 1, 1), backoff, delay: this.waitMs(1) }
      : { attempts: this.attempts, backoff };
  }
}
