import { Query } from '@nestjs/cqrs';

/** All grants that one holder has had from one purchase, the oldest first: a member with a seat, else the customer. */
export interface GrantsOfPurchase {
  readonly organizationId: string;
  /** The number of decisions about these grants: it grows with each of them. */
  readonly revision: number;
  readonly grants: readonly { readonly id: string; readonly benefitId: string; readonly isGranted: boolean }[];
}

/** The grants of the purchase and the holder of a grant, of any organization; undefined if there is no such grant. */
export class FindGrantsOfPurchase extends Query<GrantsOfPurchase | undefined> {
  constructor(readonly grantId: string) {
    super();
  }
}
