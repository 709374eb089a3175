import { Command } from '@nestjs/cqrs';

/** What is common to everything that a payment provider knows. */
interface Provided {
  readonly organizationId: string;
  /** The id at the provider, and the provider. */
  readonly externalId: { readonly id: string; readonly source: string };
  readonly metadata: { readonly [key: string]: string };
  /** The license key that the buyer chose to be renewed: it counts only if it is one of the buyer's own, of a benefit of the product. */
  readonly renewsLicenseKeyId?: string;
  /**
   * The e-mail address of whoever gets a new purchase as a gift, and is told by mail: the customer who has it, or a new one. A gift renews
   * no license key of the buyer.
   */
  readonly giftTo?: string;
}

/** When the payment provider told a state; the revision decides between states of the same time. */
interface Told {
  readonly toldAt: Date;
  readonly revision: number;
}

/** A subscription as its payment provider knows it. */
export interface ProvidedSubscription extends Provided, Told {
  /** Needed for a subscription that is new. */
  readonly customerId: string | null;
  /** The id of that customer at the provider. When it becomes another one, the subscription goes to the customer whose it is. */
  readonly customerRef: string;
  readonly productId: string;
  /** How many are paid; the number of seats, for a product that is sold by seats. */
  readonly quantity: number;
  readonly startedAt: Date;
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  readonly since: Date | null;
  readonly paidFrom: Date | null;
  readonly paidUntil: Date;
  readonly trialEnd: Date | null;
  /** Whether nothing is due until the provider says so. */
  readonly isFree: boolean;
  readonly endsWithPeriod: boolean;
  /** When it will end or has ended, if that is known. */
  readonly endsAt: Date | null;
  readonly canceledAt: Date | null;
  /** In minor units, without tax. */
  readonly amount?: number;
  readonly currency?: string;
}

/**
 * Creates a subscription that a payment provider renews, or changes it to what the provider knows. A state that was told earlier than the last
 * one is ignored. Returns the id. A customer may have several of them.
 */
export class FollowSubscription extends Command<string> {
  constructor(readonly subscription: ProvidedSubscription) {
    super();
  }
}

/** A paid purchase of products that a payment provider knows. */
export interface ProvidedOrder extends Provided {
  readonly customerId: string;
  readonly items: readonly { readonly productId: string; readonly quantity: number; readonly amount?: number }[];
  readonly taxAmount: number;
  readonly currency: string;
  readonly purchasedAt: Date;
}

/** Creates the order, unless it exists. Returns the id. */
export class PlaceProvidedOrder extends Command<string> {
  constructor(readonly order: ProvidedOrder) {
    super();
  }
}

/** A payment for a subscription that a payment provider collected. */
export interface ProvidedPayment extends Provided {
  readonly subscriptionId: string;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** In minor units, without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly purchasedAt: Date;
}

/** Creates the order of the payment, unless it exists. Returns the id. */
export class RecordProvidedPayment extends Command<string> {
  constructor(readonly payment: ProvidedPayment) {
    super();
  }
}

/** What the payment provider says about the refunds of an order, in minor units with tax. */
export interface ProvidedRefunds {
  /** What was refunded in all, without what failed. */
  readonly total: number;
  /** What was said to be refunded and was not. */
  readonly failed: number;
}

/**
 * Records what was refunded in all, and undoes what failed. What was refunded before counts. An order that is refunded as a whole loses
 * its benefits.
 */
export class FollowRefunds extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly orderId: string,
    readonly provided: ProvidedRefunds,
  ) {
    super();
  }
}

/** A dispute as the payment provider knows it. */
export interface ProvidedDispute extends Told {
  readonly organizationId: string;
  /** The id that it gets here. */
  readonly id: string;
  readonly orderId: string;
  /** The id of the payment at the provider. */
  readonly paymentId: string;
  readonly status: 'early_warning' | 'needs_response' | 'under_review' | 'lost' | 'won' | 'prevented';
  /** In minor units, with tax. */
  readonly total: number;
  readonly reason: string | null;
  readonly evidenceDueBy: Date | null;
}

/**
 * Creates the dispute, or changes it to what the provider knows. A state that was told earlier than the last one is ignored. An order that
 * is disputed as a whole brings no benefits until the dispute is won.
 */
export class FollowDispute extends Command<void> {
  constructor(readonly dispute: ProvidedDispute) {
    super();
  }
}
