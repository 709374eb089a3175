import { Command, Query } from '@nestjs/cqrs';

/** Selects the purchase of the seats. */
export type SeatPurchase = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

/** Selects seat holders: all members of a customer, or one member. */
export type SeatHolder = { readonly organizationId: string } & ({ readonly customerId: string } | { readonly memberId: string });

/** The number of bought seats. `revision` counts the changes of that number. */
export interface ResizedSeatPool {
  readonly seats: number;
  readonly revision: number;
}

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

/** Sent when the number of bought seats has changed: the subscription takes it over, and its amount is updated. */
export class SyncSubscriptionSeats extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
    readonly pool: ResizedSeatPool,
  ) {
    super();
  }
}

/** Sent when a seat was claimed or revoked: updates the grants that its holder has from the purchase. */
export class SyncSeatHolderGrants extends Command<void> {
  constructor(
    readonly which: SeatPurchase,
    readonly memberId: string,
    /** The event after which the grants are updated. */
    readonly eventId: number,
  ) {
    super();
  }
}
