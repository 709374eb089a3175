import { Query } from '@nestjs/cqrs';

/** Selects seat holders: all members of a customer, or one member. */
export type SeatHolder = { readonly organizationId: string } & ({ readonly customerId: string } | { readonly memberId: string });

/** The ids of the subscriptions of which the holder has claimed a seat, in no particular order. */
export class FindClaimedSubscriptions extends Query<string[]> {
  constructor(readonly holder: SeatHolder) {
    super();
  }
}
