import { AggregateRoot, newId } from '#kernel';
import { after, type Interval, type Unit } from './interval.ts';
import { quote } from './offer.ts';
import type { Metadata, NewPurchase } from './purchase.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

/** The fields of a subscription, and their values at the start. Its rules are in `Subscription`. */
export abstract class SubscriptionState extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly priceIds: readonly string[];
  readonly currency: string;
  amount: number;
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

  protected constructor({ customerId, offer, seats, metadata }: NewPurchase, recurring: Interval, now: Date) {
    super();
    const { trial, meterCycle } = offer;
    const agreed = quote(offer, seats);
    const trialEnd = trial && after(now, trial);
    this.id = newId('subscription');
    this.organizationId = offer.organizationId;
    this.customerId = customerId;
    this.productId = offer.productId;
    this.priceIds = agreed.parts.map(({ priceId }) => priceId);
    this.currency = agreed.currency;
    this.amount = agreed.amount;
    this.seats = agreed.seats;
    this.seatsRevision = 0;
    this.metadata = metadata;
    this.recurringInterval = recurring.unit;
    this.recurringIntervalCount = recurring.count;
    this.anchorDay = (trialEnd ?? now).getUTCDate();
    this.meterInterval = meterCycle?.unit ?? null;
    this.meterIntervalCount = meterCycle?.count ?? null;
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
    this.customerCancellationReason = null;
    this.customerCancellationComment = null;
  }
}
