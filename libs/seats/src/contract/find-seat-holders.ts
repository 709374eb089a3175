import { Query } from '@nestjs/cqrs';

/** Selects the purchase of the seats. */
export type SeatPurchase = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

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
