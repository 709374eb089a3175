/**
 * The lanes of the queue. Jobs of a lane are taken before those of the next one:
 * - `interactive`: events that somebody may be waiting for.
 * - `bulk`: events of bulk work.
 * - `retry`: deliveries that failed before, or that the queue may have lost.
 */
export const PRIORITIES = { interactive: 0, bulk: 1, retry: 2 } as const;
export type Lane = keyof typeof PRIORITIES;

/** The lanes of events that are delivered for the first time. */
export const FIRST_DELIVERY_LANES = ['interactive', 'bulk'] as const;
export type FirstDeliveryLane = (typeof FIRST_DELIVERY_LANES)[number];

/** The number of jobs that may be added to each lane. */
export type Capacity = { readonly [L in FirstDeliveryLane]: number };

/**
 * The most jobs of a lane that wait in the queue. An event waits behind at most as many, whoever published them; all others stay in
 * the outbox, from where the relay takes them organization by organization. More would not be faster: a worker has ten at a time.
 */
const MAX_WAITING = 10;

/**
 * The room for further jobs. While jobs of a later lane are waiting, a lane is refilled only once it is empty: in between, workers
 * take some of theirs, so that no lane waits forever.
 */
export function capacityFor(waiting: { readonly [L in Lane]: number }): Capacity {
  const capacity = (lane: FirstDeliveryLane, laterJobs: number): number =>
    laterJobs > 0 && waiting[lane] > 0 ? 0 : Math.max(MAX_WAITING - waiting[lane], 0);
  return { interactive: capacity('interactive', waiting.bulk + waiting.retry), bulk: capacity('bulk', waiting.retry) };
}
