import { Command } from '@nestjs/cqrs';

/** Selects the purchase of the seats. */
export type SeatPurchase = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

/** The number of bought seats. `revision` counts the changes of that number. */
export interface ResizedSeatPool {
  readonly seats: number;
  readonly revision: number;
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
