import { AggregateRoot, newId } from '#kernel';
import { after, type Interval, type Unit } from './interval.ts';
import { type Offer, quote } from './offer.ts';
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

export function termsOf(offer: Offer, recurring: Interval, requestedSeats: number | null): Terms {
  const { currency, amount, parts, seats } = quote(offer, requestedSeats);
  return {
    productId: offer.productId,
    priceIds: parts.map(({ priceId }) => priceId),
    currency,
    amount,
    seats,
    recurringInterval: recurring.unit,
    recurringIntervalCount: recurring.count,
    meterInterval: offer.meterCycle?.unit ?? null,
    meterIntervalCount: offer.meterCycle?.count ?? null,
  };
}

/** A change of the product at the end of the period, at the prices of the moment when it was scheduled. Stored as JSON. */
export interface PendingUpdate {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly offer: Offer;
}

/** The fields of a subscription, and their values at the start. Its rules are in `SubscriptionPeriods` and `Subscription`. */
export abstract class SubscriptionState extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  productId: string;
  /** When another product took the place of the first one; null before. */
  protected productChangedAt: Date | null;
  priceIds: readonly string[];
  currency: string;
  amount: number;
  seats: number | null;
  /** Revision of the last applied decision about the number of seats. */
  protected seatsRevision: number;
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
  pauseAtPeriodEnd: boolean;
  pausedAt: Date | null;
  /** When a pause ends by itself; null if somebody has to end it. */
  resumesAt: Date | null;
  pendingUpdate: PendingUpdate | null;
  customerCancellationReason: string | null;
  customerCancellationComment: string | null;

  protected constructor({ customerId, offer, seats, metadata }: NewPurchase, recurring: Interval, now: Date) {
    super();
    const { trial } = offer;
    const terms = termsOf(offer, recurring, seats);
    const trialEnd = trial && after(now, trial);
    this.id = newId();
    this.organizationId = offer.organizationId;
    this.customerId = customerId;
    this.productId = terms.productId;
    this.productChangedAt = null;
    this.priceIds = terms.priceIds;
    this.currency = terms.currency;
    this.amount = terms.amount;
    this.seats = terms.seats;
    this.seatsRevision = 0;
    this.metadata = metadata;
    this.recurringInterval = terms.recurringInterval;
    this.recurringIntervalCount = terms.recurringIntervalCount;
    this.anchorDay = (trialEnd ?? now).getUTCDate();
    this.meterInterval = terms.meterInterval;
    this.meterIntervalCount = terms.meterIntervalCount;
    this.startedAt = now;
    this.trialStart = trial ? now : null;
    this.trialEnd = trialEnd;
    this.status = trial ? 'trialing' : 'active';
    this.currentPeriodStart = now;
    this.currentPeriodEnd = trialEnd ?? after(now, recurring);
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
    this.pauseAtPeriodEnd = false;
    this.pausedAt = null;
    this.resumesAt = null;
    this.pendingUpdate = null;
    this.customerCancellationReason = null;
    this.customerCancellationComment = null;
  }
}
