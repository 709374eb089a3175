import { Query } from '@nestjs/cqrs';

/** What grants are looked for by: their purchases, or the ID that an order has in another system. */
export interface GrantsWanted {
  readonly orderIds?: readonly string[];
  readonly subscriptionIds?: readonly string[];
  /** Also finds the grants of the subscription that the order is for. */
  readonly orderExternalId?: string;
}

/** The ids of the grants of these purchases in the organizations, at most 10,000. What is left out finds nothing. */
export class FindGrantIds extends Query<readonly string[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly wanted: GrantsWanted,
  ) {
    super();
  }
}
