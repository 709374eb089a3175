import { Command } from '@nestjs/cqrs';
import type { SeatPurchase } from './find-seat-holders.ts';

/**
 * Changes the number of purchased seats. If more seats are assigned, throws `SeatsAlreadyAssigned`, or keeps as many as are assigned. The
 * pool decides: the purchase reads the result with `FindSeatPool`.
 */
export class ResizeSeatPool extends Command<void> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly seats: number,
    readonly ifTooFew: 'throw' | 'keep_assigned' = 'throw',
  ) {
    super();
  }
}
