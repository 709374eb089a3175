import { AggregateRoot, newId } from '#kernel';
import { currentPeriod, type ToldPeriod } from './billing-period.ts';
import type { Interval, Unit } from './interval.ts';
import { boughtPrices, quote } from './offer.ts';
import type { Metadata, NewPurchase } from './purchase.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

export interface NewSubscription extends NewPurchase {
  readonly period?: ToldPeriod;
}

/** The facts with which a subscription was told, to recognize one that is told again. They never change. */
export interface OriginalTerms {
  readonly product_id: string;
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly seats: number | null;
}

/** The fields of a subscription, and their values at the start. Its rules are in `Subscription`. */
export abstract class SubscriptionState extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  /** Who gets the benefits, if it is not the buyer. */
  readonly recipientId: string | null;
  readonly externalId: string | null;
  readonly externalSource: string;
  readonly toldCustomer: string | null;
  /** `null` without an external id. */
  readonly originalTerms: OriginalTerms | null;
  readonly productId: string;
  readonly priceIds: readonly string[];
  readonly currency: string;
  amount: number;
  readonly taxAmount: number;
  /** Whether license keys are mailed; null leaves it to their benefits. */
  readonly deliverByEmail: boolean | null;
  seats: number | null;
  /** Revision of the last applied decision about the number of seats. */
  protected seatsRevision: number;
  readonly metadata: Metadata;
  readonly recurringInterval: Unit;
  readonly recurringIntervalCount: number;
  /** The day of the month on which periods start. */
  protected readonly anchorDay: number;
  protected readonly meterInterval: Unit | null;
  protected readonly meterIntervalCount: number | null;
  readonly startedAt: Date;
  readonly trialStart: Date | null;
  readonly trialEnd: Date | null;
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
  customerCancellationReason: string | null;
  customerCancellationComment: string | null;

  protected constructor(purchase: NewSubscription, recurring: Interval, now: Date) {
    super();
    const {
      customerId,
      recipientId = null,
      externalId = null,
      toldCustomer = null,
      offer,
      seats,
      price = {},
      metadata,
    } = purchase;
    const { meterCycle } = offer;
    const agreed = quote(offer, seats, price);
    const { startedAt, trialEnd, start, end, anchorDay } = currentPeriod(recurring, offer.trial, purchase.period ?? {}, now);
    const isTrialing = trialEnd !== null && trialEnd > now;
    this.id = newId('subscription');
    this.organizationId = offer.organizationId;
    this.customerId = customerId;
    this.recipientId = recipientId;
    this.externalId = externalId?.id ?? null;
    this.externalSource = externalId?.source ?? '';
    this.toldCustomer = toldCustomer;
    this.productId = offer.productId;
    this.priceIds = boughtPrices(offer, price.currency).map(({ id }) => id);
    this.currency = agreed.currency;
    this.amount = agreed.amount;
    this.taxAmount = purchase.taxAmount ?? 0;
    this.deliverByEmail = purchase.deliverByEmail ?? null;
    this.seats = agreed.seats;
    this.originalTerms = externalId && {
      product_id: this.productId,
      amount: this.amount,
      tax_amount: this.taxAmount,
      currency: this.currency,
      seats: this.seats,
    };
    this.seatsRevision = 0;
    this.metadata = metadata;
    this.recurringInterval = recurring.unit;
    this.recurringIntervalCount = recurring.count;
    this.anchorDay = anchorDay;
    this.meterInterval = meterCycle?.unit ?? null;
    this.meterIntervalCount = meterCycle?.count ?? null;
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
    this.customerCancellationReason = null;
    this.customerCancellationComment = null;
  }
}
