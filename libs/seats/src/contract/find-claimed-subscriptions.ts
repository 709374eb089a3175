import { Query } from '@nestjs/cqrs';

/** Whose seats are meant: those of all members of a customer, or of one member. */
export type SeatHolder = { readonly organizationId: string } & ({ readonly customerId: string } | { readonly memberId: string });

/** The subscriptions of which somebody has claimed a seat, in no order. */
export class FindClaimedSubscriptions extends Query<string[]> {
  constructor(readonly holder: SeatHolder) {
    super();
  }
}
