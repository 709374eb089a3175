import type { Sync } from '#kernel';
import type { TestClock } from './test-clock.ts';

/** A move of a clock; its number grows with each move of any clock, in the order of their commits. */
export interface ClockMove {
  readonly organizationId: string;
  readonly aheadMs: number;
  readonly revision: number;
}

/** The repository of test clocks. */
export abstract class TestClocks {
  /** Changes the clock of an existing organization, which shows the current time until it is moved. If `by` throws, nothing is stored. */
  abstract change<T>(organizationId: string, by: (clock: TestClock) => Sync<T>): Promise<T>;

  /** The last moves of the clocks that were moved after this number. */
  abstract movedSince(revision: number): Promise<readonly ClockMove[]>;

  /** The clock is `ready`, unless it was moved again. */
  abstract settle(move: Pick<ClockMove, 'organizationId' | 'revision'>): Promise<void>;
}
