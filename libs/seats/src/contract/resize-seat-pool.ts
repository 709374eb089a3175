import { Command } from '@nestjs/cqrs';
import type { SeatPurchase } from './find-seat-holders.ts';

/**
 * Another number of seats of a purchase is bought. Refused with `SeatsAlreadyAssigned` below what is assigned. The pool
 * decides; who sells follows `FindSeatPool`.
 */
export class ResizeSeatPool extends Command<void> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly seats: number,
  ) {
    super();
  }
}
