/** A counter in a fixed window, which starts with the first count. */
export interface Counter {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** What to add. */
  readonly amount: number;
}

export interface Block {
  readonly name: string;
  readonly seconds: number;
  /** How long the first block lasts; each one after it twice as long, up to `seconds`, until there was none for an hour. */
  readonly firstSeconds?: number;
}

/** After so many seconds without a block the next one is the first again. */
export const BLOCKS_FORGOTTEN_AFTER = 3_600;

/** What is counted by one request. */
export interface Counting {
  /** The limit that the counters belong to. Names of different limits are independent. */
  readonly limit: string;
  readonly counters: readonly Counter[];
  /** Counts once in each counter, however often it is added. Only digests are kept, no more than the maximum of the counter. */
  readonly item?: string;
  /** Set if exceeding the limit blocks for a time, during which nothing is counted. */
  readonly block?: Block;
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
