import { Command, Query } from '@nestjs/cqrs';
import type { ResizedSeatPool, SeatPurchase } from '../contract/seats-of-purchases.ts';

/** Selects seat holders: all members of a customer, or one member. */
export type SeatHolder = { readonly organizationId: string } & ({ readonly customerId: string } | { readonly memberId: string });

/** How many seats of a purchase are pending or claimed. Handled by the context that has the seats, as are the next four. */
export class CountAssignedSeats extends Query<number> {
  constructor(readonly purchase: SeatPurchase) {
    super();
  }
}

/** A page of the members who have claimed a seat of a purchase, ordered by id, after the id `after`; empty at the end. */
export class FindSeatHolders extends Query<string[]> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly after: string | null,
  ) {
    super();
  }
}

/** Whether one of these members has claimed a seat of a purchase. */
export class HoldsSeat extends Query<boolean> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly memberIds: readonly string[],
  ) {
    super();
  }
}

/** The ids of the subscriptions of which the holder has claimed a seat, in no particular order. */
export class FindClaimedSubscriptions extends Query<string[]> {
  constructor(readonly holder: SeatHolder) {
    super();
  }
}

/**
 * Changes the number of purchased seats. If more seats are assigned, throws `SeatsAlreadyAssigned`, or keeps as many as are assigned. The
 * pool decides: the purchase takes over what it returns.
 */
export class ResizeSeatPool extends Command<ResizedSeatPool> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly seats: number,
    readonly ifTooFew: 'throw' | 'keep_assigned' = 'throw',
  ) {
    super();
  }
}
