import { Query } from '@nestjs/cqrs';

/** Selects a purchase: a subscription or an order. */
export type WhichPurchase = { readonly subscriptionId: string } | { readonly orderId: string };

/** Why a purchase does not bring its benefits: a dispute that is not won, or what became of the order or the subscription. */
interface Hindrance {
  readonly reason: 'dispute' | 'refund' | 'void' | 'unpaid' | 'paused' | 'ended';
  /** The dispute, if it is one. */
  readonly disputeId: string | null;
}

export interface PurchaseSnapshot {
  readonly organizationId: string;
  /** Who gets the benefits: the recipient, else the buyer. */
  readonly customerId: string;
  readonly buyerId: string;
  readonly productId: string;
  /** The prices at the time of the purchase. */
  readonly priceIds: readonly string[];
  /** Exactly one of the two is set. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  /** The number of purchased seats; null for a product that is not sold by seats. */
  readonly seats: number | null;
  /** Whether the customer is entitled to the benefits. */
  readonly entitles: boolean;
  /** Why the customer is not entitled to the benefits, empty otherwise. */
  readonly hindrances: readonly Hindrance[];
  /** Whether the purchase is over for good. Otherwise a purchase that does not entitle may do so again. */
  readonly hasEnded: boolean;
  /** The payment of a subscription: until when it entitles although it is past due, null if it is not, and when it last changed. */
  readonly payment?: { readonly pastDueUntil: Date | null; readonly asOf: Date };
}

/** A purchase of any organization; undefined if it does not exist. The caller checks the organization. */
export class FindPurchase extends Query<PurchaseSnapshot | undefined> {
  constructor(readonly which: WhichPurchase) {
    super();
  }
}
