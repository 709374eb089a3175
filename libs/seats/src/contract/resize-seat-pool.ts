import { Command } from '@nestjs/cqrs';
import type { SeatPurchase } from './find-seat-holders.ts';

/**
 * Changes the number of purchased seats. Throws `SeatsAlreadyAssigned` if more seats are assigned. The pool decides: the purchase
 * reads the result with `FindSeatPool`.
 */
export class ResizeSeatPool extends Command<void> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly seats: number,
  ) {
    super();
  }
}
