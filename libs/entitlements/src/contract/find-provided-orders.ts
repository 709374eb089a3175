import { Query } from '@nestjs/cqrs';

/** An order that a payment provider knows. */
export interface ProvidedOrderHere {
  readonly id: string;
  /** The buyer. */
  readonly customerId: string;
}

/** Orders of an organization by their ids at a payment provider. Unknown ids are missing in the result. */
export class FindProvidedOrders extends Query<ReadonlyMap<string, ProvidedOrderHere>> {
  constructor(
    readonly organizationId: string,
    readonly source: string,
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}
