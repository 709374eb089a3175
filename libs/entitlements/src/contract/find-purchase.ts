import { Query } from '@nestjs/cqrs';

/** A purchase by the kind that it is. */
export type WhichPurchase = { readonly subscriptionId: string } | { readonly orderId: string };

export interface PurchaseSnapshot {
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  /** The prices that it was bought at. */
  readonly priceIds: readonly string[];
  /** Exactly one of both. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  /** How many seats were bought; null of a product that is not sold by seats. */
  readonly seats: number | null;
  /** Whether the customer has what was bought. */
  readonly entitles: boolean;
}

/** A purchase of any organization, for whoever knows its id; undefined where there is none. */
export class FindPurchase extends Query<PurchaseSnapshot | undefined> {
  constructor(readonly which: WhichPurchase) {
    super();
  }
}
