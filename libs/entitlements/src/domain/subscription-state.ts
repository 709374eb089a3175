import { AggregateRoot, newId } from '#kernel';
import { currentPeriod, type ReportedPeriod } from './billing-period.ts';
import type { Interval, Unit } from './interval.ts';
import { boughtPrices, type Offer, quote, type ReportedPrice } from './offer.ts';
import type { Proration } from './proration.ts';
import type { Metadata, NewPurchase } from './purchase.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

/** What a subscription takes from its product. */
export interface Terms {
  readonly productId: string;
  readonly priceIds: readonly string[];
  readonly currency: string;
  readonly amount: number;
  readonly seats: number | null;
  readonly recurringInterval: Unit;
  readonly recurringIntervalCount: number;
  readonly meterInterval: Unit | null;
  readonly meterIntervalCount: number | null;
}

export function termsOf(offer: Offer, recurring: Interval, requestedSeats: number | null, price: ReportedPrice): Terms {
  const { currency, amount, seats } = quote(offer, requestedSeats, price);
  return {
    productId: offer.productId,
    priceIds: boughtPrices(offer, price.priceId === undefined ? price.currency : currency).map(({ id }) => id),
    currency,
    amount,
    seats,
    recurringInterval: recurring.unit,
    recurringIntervalCount: recurring.count,
    meterInterval: offer.meterCycle?.unit ?? null,
    meterIntervalCount: offer.meterCycle?.count ?? null,
  };
}

/** Changes at the end of the period: at least one. A product is bought as it was offered when the change was scheduled. Stored as JSON. */
export interface PendingUpdate {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly offer?: Offer;
  readonly seats?: number;
}

export interface NewSubscription extends NewPurchase {
  readonly period?: ReportedPeriod;
}

/** The facts with which a subscription was reported, to recognize one that is reported again. They never change. */
export interface OriginalTerms {
  readonly product_id: string;
  /** Missing in subscriptions that were stored before prices could be named. */
  readonly price_ids?: readonly string[];
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly seats: number | null;
  /** Missing in subscriptions that were stored before there was a quantity. */
  readonly quantity?: number;
}

/** The fields of a subscription, and their values at the start. Its rules are in `SubscriptionPeriods` and `Subscription`. */
export abstract class SubscriptionState extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly reportedCustomer: string | null;
  /** `null` without an external id. */
  readonly originalTerms: OriginalTerms | null;
  productId: string;
  /** When another product took the place of the first one; null before. */
  protected productChangedAt: Date | null;
  priceIds: readonly string[];
  currency: string;
  amount: number;
  taxAmount: number;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  /** The license key that the purchase renews; null if it brings one of its own. */
  readonly renewsLicenseKeyId: string | null;
  seats: number | null;
  /** How many were bought; 1 of a product that is sold by seats. */
  quantity: number;
  /** Revision of the last applied decision about the number of seats. */
  protected seatsRevision: number;
  /** Of the last change of the number of seats that the seller asked for. */
  protected seatsProration: Proration;
  metadata: Metadata;
  recurringInterval: Unit;
  recurringIntervalCount: number;
  /** The day of the month on which periods start. */
  protected anchorDay: number;
  meterInterval: Unit | null;
  meterIntervalCount: number | null;
  readonly startedAt: Date;
  trialStart: Date | null;
  trialEnd: Date | null;
  status: SubscriptionStatus;
  protected currentPeriodStart: Date;
  protected currentPeriodEnd: Date;
  currentMeterPeriodStart: Date | null;
  currentMeterPeriodEnd: Date | null;
  protected cancelAtPeriodEnd: boolean;
  protected canceledAt: Date | null;
  protected endsAt: Date | null;
  endedAt: Date | null;
  pastDueAt: Date | null;
  /** Benefits are kept until then although the subscription is past due. */
  protected graceEndsAt: Date | null;
  protected graceOver: boolean;
  /** The subscription ends then unless it is paid. Set while it is past due. */
  protected dunningEndsAt: Date | null;
  /** The number of the last state of the payment provider that was applied; null if no provider renews the subscription. */
  protected providerRevision: number | null;
  /** Until then the payment provider should have renewed the subscription; null if no provider does. */
  protected renewalDueAt: Date | null;
  /** How many days the benefits are kept if the payment provider does not renew the subscription. */
  protected graceDays: number | null;
  pauseAtPeriodEnd: boolean;
  pausedAt: Date | null;
  /** When a pause ends by itself; null if somebody has to end it. */
  resumesAt: Date | null;
  pendingUpdate: PendingUpdate | null;
  customerCancellationReason: string | null;
  customerCancellationComment: string | null;

  protected constructor(purchase: NewSubscription, recurring: Interval, now: Date) {
    super();
    const {
      customerId,
      recipientId = null,
      externalId = null,
      reportedCustomer = null,
      offer,
      seats,
      price = {},
      metadata,
    } = purchase;
    const terms = termsOf(offer, recurring, seats, price);
    const { startedAt, trialEnd, start, end, anchorDay } = currentPeriod(recurring, offer.trial, purchase.period ?? {}, now);
    const isTrialing = trialEnd !== null && trialEnd > now;
    this.id = newId('subscription');
    this.organizationId = offer.organizationId;
    this.customerId = customerId;
    this.recipientId = recipientId;
    this.externalId = externalId?.id ?? null;
    this.externalSource = externalId?.source ?? '';
    this.reportedCustomer = reportedCustomer;
    this.productId = terms.productId;
    this.productChangedAt = null;
    this.priceIds = terms.priceIds;
    this.currency = terms.currency;
    this.amount = terms.amount;
    this.taxAmount = purchase.taxAmount ?? 0;
    this.deliverByEmail = purchase.deliverByEmail ?? null;
    this.renewsLicenseKeyId = purchase.renewsLicenseKeyId ?? null;
    this.seats = terms.seats;
    this.quantity = price.quantity ?? 1;
    this.originalTerms = externalId && {
      product_id: this.productId,
      price_ids: this.priceIds,
      amount: this.amount,
      tax_amount: this.taxAmount,
      currency: this.currency,
      seats: this.seats,
      quantity: this.quantity,
    };
    this.seatsRevision = 0;
    this.seatsProration = 'prorate';
    this.metadata = metadata;
    this.recurringInterval = terms.recurringInterval;
    this.recurringIntervalCount = terms.recurringIntervalCount;
    this.anchorDay = anchorDay;
    this.meterInterval = terms.meterInterval;
    this.meterIntervalCount = terms.meterIntervalCount;
    this.startedAt = startedAt;
    this.trialStart = trialEnd && startedAt;
    this.trialEnd = trialEnd;
    this.status = isTrialing ? 'trialing' : 'active';
    this.currentPeriodStart = start;
    this.currentPeriodEnd = end;
    this.currentMeterPeriodStart = null;
    this.currentMeterPeriodEnd = null;
    this.cancelAtPeriodEnd = false;
    this.canceledAt = null;
    this.endsAt = null;
    this.endedAt = null;
    this.pastDueAt = null;
    this.graceEndsAt = null;
    this.graceOver = false;
    this.dunningEndsAt = null;
    this.providerRevision = null;
    this.renewalDueAt = null;
    this.graceDays = null;
    this.pauseAtPeriodEnd = false;
    this.pausedAt = null;
    this.resumesAt = null;
    this.pendingUpdate = null;
    this.customerCancellationReason = null;
    this.customerCancellationComment = null;
  }

  /** True if a payment provider renews the subscription: it never renews itself. */
  get isFollowing(): boolean {
    return this.providerRevision !== null;
  }

  /** True if the payment provider should have renewed the subscription by now. */
  protected isUnrenewed(now: Date): boolean {
    return (this.status === 'active' || this.status === 'trialing') && this.renewalDueAt !== null && this.renewalDueAt <= now;
  }
}
