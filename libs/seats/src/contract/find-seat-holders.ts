import { Query } from '@nestjs/cqrs';

/** A purchase whose seats are meant. */
export type SeatPurchase = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

/** Some of the members who have claimed a seat of a purchase, in the order of their ids, beyond `after`; none at the end. */
export class FindSeatHolders extends Query<string[]> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly after: string | null,
  ) {
    super();
  }
}

/** Whether a member has claimed a seat of a purchase. */
export class HoldsSeat extends Query<boolean> {
  constructor(
    readonly purchase: SeatPurchase,
    readonly memberId: string,
  ) {
    super();
  }
}
