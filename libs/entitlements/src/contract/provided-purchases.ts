import { Query } from '@nestjs/cqrs';

/** A subscription that a payment provider knows. */
export interface FollowedSubscription {
  readonly id: string;
  /** The buyer. */
  readonly customerId: string;
  readonly productId: string;
  readonly hasEnded: boolean;
  /** The id of its customer at the provider; null if that is not known. */
  readonly customerRef: string | null;
}

/** Subscriptions of an organization by their ids at a payment provider. Unknown ids are missing in the result. */
export class FindProvidedSubscriptions extends Query<ReadonlyMap<string, FollowedSubscription>> {
  constructor(
    readonly organizationId: string,
    readonly source: string,
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}

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
