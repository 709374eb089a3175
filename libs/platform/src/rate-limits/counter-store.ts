/** A counter in a fixed window, which starts with the first count. */
export interface Counter {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** What to add. */
  readonly amount: number;
}

/** What is counted by one request. */
export interface Counting {
  /** The limit that the counters belong to. Names of different limits are independent. */
  readonly limit: string;
  readonly counters: readonly Counter[];
  /** Set if exceeding the limit blocks for a time, during which nothing is counted. */
  readonly block?: { readonly name: string; readonly seconds: number };
}

/** The state of a counter: its count, and the milliseconds until it is reset. */
export interface Count {
  readonly count: number;
  readonly resetMs: number;
}

/** `within`: everything was counted. `exceeded`: nothing was counted. `blocked`: for how long, and nothing was counted. */
export type CountingResult =
  | { readonly outcome: 'within' | 'exceeded'; readonly counts: readonly Count[] }
  | { readonly outcome: 'blocked'; readonly blockedMs: number };

/** Port that stores the counters of rate limits. They expire, and their number is limited. */
export abstract class CounterStore {
  /** Adds to all counters or, if one of them would exceed its maximum, to none, and blocks if the limit does. */
  abstract add(counting: Counting): Promise<CountingResult>;

  /** Takes back what was added, where the counter has not expired. */
  abstract subtract(counting: Counting): Promise<void>;
}
