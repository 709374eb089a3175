import { Query } from '@nestjs/cqrs';
import type { SeatPurchase } from './find-seat-holders.ts';

/** The number of purchased seats. `revision` counts the changes of that number. */
export interface SeatPoolSnapshot {
  readonly capacity: number;
  /** The number of pending and claimed seats. */
  readonly assigned: number;
  readonly revision: number;
}

/** The seat pool of a purchase; undefined if it was never used. */
export class FindSeatPool extends Query<SeatPoolSnapshot | undefined> {
  constructor(readonly purchase: SeatPurchase) {
    super();
  }
}
