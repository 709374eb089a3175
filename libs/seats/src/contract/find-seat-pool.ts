import { Query } from '@nestjs/cqrs';
import type { SeatPurchase } from './find-seat-holders.ts';

/** How many seats are bought, by the last decision; `revision` counts them. */
export interface SeatPoolSnapshot {
  readonly capacity: number;
  /** Pending and claimed. */
  readonly assigned: number;
  readonly revision: number;
}

/** Undefined where nobody has asked for a seat of the purchase yet. */
export class FindSeatPool extends Query<SeatPoolSnapshot | undefined> {
  constructor(readonly purchase: SeatPurchase) {
    super();
  }
}
