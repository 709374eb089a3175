const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
/** With these waits, about six hours, as long as a failed delivery of a domain event is retried. */
const MOST_FAILURES = 45;

/** When the message of an event is read again that could not be read this often. */
export const nextReading = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));

/** Whether an event whose message could not be read this often is published without its resource. */
export const isGivenUp = (failures: number): boolean => failures >= MOST_FAILURES;

/** The response to one request, as far as it is stored. */
export interface DeliveryAttempt {
  /** Null if there was no response. */
  readonly httpCode: number | null;
  /** The start of the body, or the reason why there was no response; null for an empty body. */
  readonly response: string | null;
  /** Seconds from the header `Retry-After`; null without one. */
  readonly retryAfter: number | null;
}

/** What an attempt means for its delivery. `failed` is for good. */
export type Verdict =
  | { readonly status: 'succeeded' }
  | { readonly status: 'failed'; readonly isGone: boolean }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

const [MINUTE, HOUR] = [60, 3600];
/** Seconds between attempts. */
const WAITS: readonly number[] = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const LONGEST_WAIT = 24 * HOUR;
/** A wait is longer or shorter by at most this share, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
const GONE = 410;

export const isSuccess = ({ httpCode }: Pick<DeliveryAttempt, 'httpCode'>): boolean =>
  httpCode !== null && httpCode >= 200 && httpCode < 300;

/**
 * Decides after the attempt with this number, the first being 1. `chance` is a random number from 0 to 1. A test has only one attempt.
 */
export function judge(
  attempt: DeliveryAttempt,
  { number, isTest }: { readonly number: number; readonly isTest: boolean },
  now: Date,
  chance: number,
): Verdict {
  if (isSuccess(attempt)) return { status: 'succeeded' };
  const wait = WAITS[number - 1];
  if (attempt.httpCode === GONE || wait === undefined || isTest) {
    return { status: 'failed', isGone: attempt.httpCode === GONE && !isTest };
  }
  const planned = wait * (1 - JITTER + 2 * JITTER * chance);
  const seconds = Math.max(planned, Math.min(attempt.retryAfter ?? 0, LONGEST_WAIT));
  return { status: 'pending', nextAttemptAt: new Date(now.getTime() + Math.round(seconds * 1000)) };
}
