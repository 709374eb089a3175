/** Why something that was paid did not bring what was paid for. */
export const UNDELIVERED_REASONS = [
  'price_unmapped',
  'value_unknown',
  'event_refused',
  'product_missing',
  'customer_missing',
  'quantity_ignored',
  'renewal_ambiguous',
] as const;
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number];

/** One thing that was paid and not delivered. */
export interface UndeliveredPurchase {
  /** Distinguishes the things of one source: the provider's id of the line or item, else that of its price, else `''`. */
  readonly line: string;
  readonly reason: UndeliveredReason;
  /** A sentence for the seller. */
  readonly problem: string;
  /** The provider's id of the payment or subscription. */
  readonly externalId: string;
  readonly externalPriceId: string | null;
  /** The value that has no declared meaning. */
  readonly value: string | null;
  readonly email: string | null;
  readonly quantity: number | null;
  /** In the smallest unit of the currency, with taxes; null where the provider does not say it. */
  readonly amount: number | null;
  /** ISO 4217, lower case. */
  readonly currency: string | null;
  readonly occurredAt: Date;
}

/** Port to what was paid and not delivered. */
export abstract class UndeliveredPurchases {
  /**
   * Replaces what is undelivered of a source: a subject of a connector, or an event that is about none. What is not in the list any more
   * was delivered. A thing that somebody dismissed stays dismissed until its reason changes.
   */
  abstract replaceOf(
    source: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly kind: 'subject' | 'event';
      readonly id: string;
    },
    undelivered: readonly UndeliveredPurchase[],
    now: Date,
  ): Promise<void>;
}
