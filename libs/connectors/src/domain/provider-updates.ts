/** Times are ISO 8601 in UTC with milliseconds, so that they compare as text; amounts are in minor units. Updates are stored as JSON. */

declare const CHOSEN: unique symbol;

/**
 * A value that the buyer chose. It may say who the buyer is, and decides nothing of what is granted or how much: it is no text and no number
 * for the types. At run time it is stored as it is.
 */
export interface BuyerValue<T> {
  readonly [CHOSEN]: T;
}

/** Something that is bought. */
export interface Item {
  /** The provider's id of the item, else that of its price. Unique among the items. */
  readonly key: string;
  /** Ids at the provider that a seller may map to a product: the most specific one first. */
  readonly refs: readonly string[];
  /** The product that the metadata at the provider names. */
  readonly productId: string | null;
  /** Missing in updates that an earlier release stored: at Lemon Squeezy and Paddle, it let buyers name products. */
  readonly namedBy?: 'seller';
  /** Whether the seller's metadata has the mark of the connector. */
  readonly isMarked?: true;
  readonly quantity: number;
  /** For the quantity, without tax; null if it is not known. */
  readonly amount: number | null;
}

/** Something that was paid in a payment. */
export interface PaymentLine extends Item {
  /** The key of the item of the subscription that was paid, or null if it is not told; missing in what was bought once. */
  readonly recurring?: { readonly itemKey: string | null };
  readonly taxAmount: number | null;
}

export interface CustomerUpdate {
  readonly kind: 'customer';
  readonly ref: string;
  readonly email: BuyerValue<string> | null;
  readonly name: BuyerValue<string> | null;
  /** The provider tells it of the customer itself, and not of something that it pays. */
  readonly isOfCustomer?: true;
}

/** Who the buyer says to be. */
export interface Contact {
  readonly email: string | null;
  readonly name: string | null;
}

/** The only way out of a `BuyerValue`. What it tells identifies the customer, and nothing else. */
export const contactOf = ({ email, name }: CustomerUpdate): Contact => ({ email, name }) as unknown as Contact;

/**
 * The second way out of a `BuyerValue`: the license key that the buyer wants to be renewed. It decides nothing of what is granted: whoever
 * takes it chooses with it among the buyer's own keys, and ignores any other value.
 */
export const chosenKeyOf = ({ renewsKey }: Pick<PaymentUpdate | SubscriptionUpdate, 'renewsKey'>): string | undefined =>
  (renewsKey ?? undefined) as unknown as string | undefined;

const ADDRESS = /^[^\s@"<>(),;:\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+\.[^\s@\p{Cc}\p{Cf}]+$/u;
const LONGEST_ADDRESS = 320;

/**
 * The third way out of a `BuyerValue`: the e-mail address of whoever gets a purchase as a gift. It decides nothing of what is granted or how
 * much, only who gets it. What is no address names nobody: the buyer gets the purchase.
 */
export function giftReceiverOf({ giftTo }: Pick<PaymentUpdate | SubscriptionUpdate, 'giftTo'>): string | undefined {
  const email = ((giftTo ?? undefined) as unknown as string | undefined)?.trim();
  return email !== undefined && email.length <= LONGEST_ADDRESS && ADDRESS.test(email) ? email : undefined;
}

/** `pending`: the first payment is still missing. */
export type ProviderStatus = 'pending' | 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';

export interface Period {
  /** Null if it follows from the end. */
  readonly start: string | null;
  readonly end: string;
}

/** Everything that the provider knows about a subscription at a moment. */
export interface SubscriptionUpdate {
  readonly kind: 'subscription';
  readonly ref: string;
  readonly customerRef: string;
  readonly status: ProviderStatus;
  readonly items: readonly Item[];
  /** How many items there are, where the event lists only some of them; null if it does not say how many. */
  readonly itemCount?: number | null;
  /** Null if the events about the subscription do not say it. */
  readonly currency: string | null;
  readonly startedAt: string;
  readonly trialEnd: string | null;
  /** The period that the provider is in, paid or not. Missing in updates that an earlier release stored. */
  readonly period?: Period | null;
  /** Whether nothing is charged until the provider says otherwise, so that the period does not end access. */
  readonly isFree?: boolean;
  /** When it will end or has ended, if that is known. */
  readonly endsAt: string | null;
  readonly canceledAt: string | null;
  readonly renewsKey?: BuyerValue<string> | null;
  /** Who gets it as a gift. */
  readonly giftTo?: BuyerValue<string> | null;
}

/** A period of a subscription is paid, or on trial. */
export interface PaidPeriodUpdate {
  readonly kind: 'paid_period';
  /** The subscription. */
  readonly ref: string;
  /** Null if it follows from the end. */
  readonly start: string | null;
  readonly end: string;
  /** The period with the latest one counts. */
  readonly since: string;
  /** When the provider told it. Missing in updates that an earlier release stored. */
  readonly paidAt?: string;
}

/** A purchase, or a subscription, was paid. */
export interface PaymentUpdate {
  readonly kind: 'payment';
  readonly ref: string;
  /** Other ids by which the provider refers to the payment. */
  readonly aliases: readonly string[];
  readonly customerRef: string;
  readonly subscriptionRef: string | null;
  readonly reason: 'purchase' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** True if the provider reports the payment of a subscription in the same way, beside another payment. */
  readonly maybeOfSubscription: boolean;
  /** An earlier release stored `items` instead. */
  readonly lines: readonly PaymentLine[];
  /** How many lines there are, where the event has only some of them; null if it does not say how many. */
  readonly lineCount?: number | null;
  /** What was paid without tax (`paidOf`), and without what is no purchase, such as shipping. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly paidAt: string;
  readonly renewsKey?: BuyerValue<string> | null;
  /** Who gets it as a gift. */
  readonly giftTo?: BuyerValue<string> | null;
}

/** A payment has other ids. */
export interface PaymentAliasUpdate {
  readonly kind: 'payment_alias';
  /** The payment. */
  readonly ref: string;
  readonly aliases: readonly string[];
}

/** A refund that the provider tells about by itself. It has failed for good once it has. */
export interface SingleRefund {
  readonly amount: number;
  readonly hasFailed: boolean;
}

/** Refunds, by the id of a total and the id of the refund. */
export type SingleRefunds = { readonly [total: string]: { readonly [refund: string]: SingleRefund } };

/** Refunded amounts, by the id of a total and the key of the line. */
export type RefundsOfLines = { readonly [total: string]: { readonly [line: string]: number } };

/** Money of a payment was paid back. */
export interface RefundUpdate {
  readonly kind: 'refund';
  readonly ref: string;
  /** Ids of the payment. */
  readonly aliases: readonly string[];
  /** With tax: what was refunded until now, also if it failed later. It never shrinks. */
  readonly totals: { readonly [total: string]: number };
  /** With tax: refunds of which a total consists, as far as they are known. */
  readonly single?: SingleRefunds;
  /** With tax: what of a total was paid back for a line of the payment, where the provider tells it. */
  readonly ofLines?: RefundsOfLines;
}

/** The bank of a customer demands a payment back, or warns that it may. */
export interface DisputeUpdate {
  readonly kind: 'dispute';
  readonly ref: string;
  /** Ids of the payment, the most specific one last. */
  readonly aliases: readonly string[];
  readonly status: 'early_warning' | 'needs_response' | 'under_review' | 'lost' | 'won' | 'prevented';
  /** With tax. */
  readonly total: number;
  readonly reason: string | null;
  readonly evidenceDueBy: string | null;
}

export type ProviderUpdate =
  CustomerUpdate | SubscriptionUpdate | PaidPeriodUpdate | PaymentUpdate | PaymentAliasUpdate | RefundUpdate | DisputeUpdate;
