import { newId, ValidationFailed } from '#kernel';
import { type Offer, seatTiersOf } from './offer.ts';
import { assertSeats, type Metadata, productError } from './purchase.ts';
import {
  AlreadyCanceledSubscription,
  CannotPauseSubscription,
  InactiveSubscription,
  NoScheduledPause,
  NotASeatBasedSubscription,
  NotPausedSubscription,
} from './purchase.errors.ts';
import { SubscriptionBillingPeriodUpdated, SubscriptionUpdateCleared } from './subscription.events.ts';
import type { PendingUpdate } from './subscription-state.ts';
import { SubscriptionPeriods } from './subscription-periods.ts';

/** When another product takes effect: at once, at once with a new period, or with the next period. */
export type ProductChange = 'now' | 'restart' | 'next_period';

/** What a seller changes about a subscription: its product, its pauses, and when its periods end. */
export abstract class ChangeableSubscription extends SubscriptionPeriods {
  /** Throws if the subscription has ended, will end with the current period, or is paused. */
  assertLive(): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (this.status === 'paused') throw new InactiveSubscription();
  }

  /**
   * Exchanges the product. At once, it replaces a pending update; for the next period, a product that is scheduled, and it has to
   * suit the seats that are scheduled. The current period goes on, unless the billing interval is another one. A trial always goes
   * on. The current product clears what is scheduled.
   */
  changeProduct(offer: Offer, when: ProductChange, now: Date): void {
    this.assertLive();
    if (!offer.recurring) throw notRecurring(offer);
    if (this.seats !== null && !seatTiersOf(offer)) {
      throw productError('A product that is sold by seats can only be exchanged for one that is sold by seats too.', offer);
    }
    const isLater = when === 'next_period';
    assertSeats(offer, (isLater ? this.pendingUpdate?.seats : undefined) ?? this.seats, this.priceOf(offer));
    const isOther = offer.productId !== this.productId;
    if (isLater) return this.schedule(isOther ? { ...this.pendingUpdate, offer } : {}, now);
    const fields = [...this.clearPendingUpdate(), ...(isOther ? this.adopt(offer, now) : [])];
    const another = (...names: string[]): boolean => names.some((name) => fields.includes(name));
    const restarts = this.status !== 'trialing' && (when === 'restart' || another('recurringInterval', 'recurringIntervalCount'));
    if (restarts) fields.push(...this.restartPeriods(now));
    else if (another('meterInterval', 'meterIntervalCount')) fields.push(...this.beginMeterPeriod(now));
    this.changed(now, fields);
    if (restarts) this.recordCycle(now);
  }

  /** Schedules another number of seats, which has to suit the product that is scheduled. The current number replaces what is scheduled. */
  scheduleSeats(seats: number, now: Date): void {
    this.assertLive();
    if (this.seats === null) throw new NotASeatBasedSubscription();
    const { pendingUpdate } = this;
    if (pendingUpdate?.offer) assertSeats(pendingUpdate.offer, seats, this.priceOf(pendingUpdate.offer));
    this.seatsProration = 'next_period';
    this.schedule({ ...pendingUpdate, seats: seats === this.seats ? undefined : seats }, now);
  }

  /** Cancels the changes that are scheduled. */
  discardPendingUpdate(now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    this.schedule({}, now);
  }

  setMetadata(metadata: Metadata, now: Date): void {
    this.metadata = metadata;
    this.changed(now, ['metadata']);
  }

  /** Moves the end of the current period. A trial, and a subscription that will end with the period, end then as well. */
  moveCurrentPeriodEnd(end: Date, now: Date): void {
    if (this.hasEnded) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new InactiveSubscription();
    if (end <= now) throw notInFuture('currentBillingPeriodEnd', end);
    if (this.resumesAt !== null && this.resumesAt <= end) throw resumesTooEarly(end, 'currentBillingPeriodEnd');
    const { currentPeriodEnd } = this;
    this.changed(now, this.movePeriodEnd(end));
    this.record(new SubscriptionBillingPeriodUpdated(this, now, currentPeriodEnd, end));
  }

  /** Sets the end of the trial: of the current one, or of one that begins now and takes the place of the current period. */
  setTrialEnd(end: Date, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new InactiveSubscription();
    if (end <= now) throw notInFuture('trialEnd', end);
    if (this.status === 'active' && end <= this.currentPeriodEnd) {
      throw ValidationFailed.at(['trialEnd'], 'A trial has to end after the current period.', end);
    }
    if (this.resumesAt !== null && this.resumesAt <= end) throw resumesTooEarly(end, 'trialEnd');
    const { status } = this;
    this.status = 'trialing';
    this.trialStart ??= now;
    this.changed(now, ['status', 'trialStart', ...this.movePeriodEnd(end)], status);
  }

  /** Ends the trial and begins the first paid period, unless a change of seats is scheduled: then the period begins with `settleSeats`. */
  endTrial(now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (this.status !== 'trialing') {
      throw ValidationFailed.at(['trialEnd'], 'This subscription is not on trial.', 'now');
    }
    this.changed(now, this.movePeriodEnd(now));
    if (this.seatsDue(now) === undefined) this.endPeriod(now);
  }

  /** Pauses at the end of the current period, until `resumesAt` or until somebody resumes it. Benefits stay until the pause begins. */
  schedulePause(resumesAt: Date | null, now: Date): void {
    if (this.hasEnded || this.cancelAtPeriodEnd) throw new AlreadyCanceledSubscription();
    if (!this.isActive) throw new CannotPauseSubscription();
    if (resumesAt !== null && resumesAt <= this.currentPeriodEnd) throw resumesTooEarly(resumesAt, 'resumesAt');
    this.pauseAtPeriodEnd = true;
    this.resumesAt = resumesAt;
    this.changed(now, ['pauseAtPeriodEnd', 'resumesAt']);
  }

  /** Withdraws a pause that has not begun. */
  unschedulePause(now: Date): void {
    if (!this.pauseAtPeriodEnd) throw new NoScheduledPause();
    this.changed(now, this.clearPause());
  }

  /** Ends the pause and begins a new period. */
  resume(now: Date): void {
    if (this.status !== 'paused') throw new NotPausedSubscription();
    this.resumeFrom(now, now);
  }

  /** Replaces the pending update. Without an offer and seats, nothing is scheduled any more. */
  protected schedule({ offer, seats }: Pick<PendingUpdate, 'offer' | 'seats'>, now: Date): void {
    if (offer || seats !== undefined) {
      this.pendingUpdate = { id: newId(), createdAt: now.toISOString(), offer, seats };
      this.changed(now, ['pendingUpdate']);
    } else if (this.pendingUpdate) {
      this.changed(now, this.clearPendingUpdate());
      this.record(new SubscriptionUpdateCleared(this, now));
    }
  }

  /** Returns the names of the changed fields. */
  private clearPendingUpdate(): string[] {
    if (!this.pendingUpdate) return [];
    this.pendingUpdate = null;
    return ['pendingUpdate'];
  }
}

export const notRecurring = (offer: Offer): ValidationFailed => productError('Product is not a recurring product.', offer);

const notInFuture = (field: string, input: Date): ValidationFailed =>
  ValidationFailed.at([field], 'Input should be in the future', input, 'datetime_future');

const resumesTooEarly = (input: Date, field: string): ValidationFailed =>
  ValidationFailed.at([field], 'A pause has to end after the current period.', input);
