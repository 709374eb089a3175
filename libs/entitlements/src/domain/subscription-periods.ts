import { type CurrentPeriod, periodUntil } from './billing-period.ts';
import { after, afterWithin, type Interval } from './interval.ts';
import type { ProviderState } from './provider-renewal.ts';

export interface SubscriptionPeriodsState {
  readonly startedAt: Date;
  readonly trialStart: Date | null;
  readonly trialEnd: Date | null;
  readonly currentPeriodStart: Date;
  readonly currentPeriodEnd: Date;
  /** The day of the month on which periods start. */
  readonly anchorDay: number;
  readonly currentMeterPeriodStart: Date | null;
  readonly currentMeterPeriodEnd: Date | null;
}

/** How long periods are, and whether the current one is a trial. */
export interface PeriodLengths {
  readonly cycle: Interval;
  /** Null without periods of meters. */
  readonly meterCycle: Interval | null;
  readonly isTrial: boolean;
}

type PaidPeriod = Pick<ProviderState, 'paidFrom' | 'paidUntil' | 'trialEnd'>;

/** The period that is paid or on trial, and within it that of meters. Methods that change it return the names of the changed fields. */
export class SubscriptionPeriods implements SubscriptionPeriodsState {
  readonly startedAt: Date;
  trialStart: Date | null;
  trialEnd: Date | null;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  anchorDay: number;
  currentMeterPeriodStart: Date | null;
  currentMeterPeriodEnd: Date | null;

  constructor(state: SubscriptionPeriodsState) {
    this.startedAt = state.startedAt;
    this.trialStart = state.trialStart;
    this.trialEnd = state.trialEnd;
    this.currentPeriodStart = state.currentPeriodStart;
    this.currentPeriodEnd = state.currentPeriodEnd;
    this.anchorDay = state.anchorDay;
    this.currentMeterPeriodStart = state.currentMeterPeriodStart;
    this.currentMeterPeriodEnd = state.currentMeterPeriodEnd;
  }

  static of({ startedAt, trialEnd, start, end, anchorDay }: CurrentPeriod): SubscriptionPeriods {
    return new SubscriptionPeriods({
      startedAt,
      trialStart: trialEnd && startedAt,
      trialEnd,
      currentPeriodStart: start,
      currentPeriodEnd: end,
      anchorDay,
      currentMeterPeriodStart: null,
      currentMeterPeriodEnd: null,
    });
  }

  begin(start: Date, lengths: PeriodLengths): string[] {
    this.currentPeriodStart = start;
    this.currentPeriodEnd = after(start, lengths.cycle, this.anchorDay);
    return ['currentPeriodStart', 'currentPeriodEnd', ...this.beginMeters(start, lengths)];
  }

  /** Begins a period, on whose day of the month later ones begin as well. */
  restart(start: Date, lengths: PeriodLengths): string[] {
    this.anchorDay = start.getUTCDate();
    return this.begin(start, lengths);
  }

  /** A trial moves with the period. Later periods begin on the same day of the month. */
  moveEnd(end: Date, lengths: PeriodLengths): string[] {
    this.currentPeriodEnd = end;
    this.anchorDay = end.getUTCDate();
    if (lengths.isTrial) this.trialEnd = end;
    const fields = ['currentPeriodEnd', ...(lengths.isTrial ? ['trialEnd'] : [])];
    return [...fields, ...(this.currentMeterPeriodStart ? this.beginMeters(this.currentMeterPeriodStart, lengths) : [])];
  }

  beginMeters(start: Date, { meterCycle, isTrial }: PeriodLengths): string[] {
    if (meterCycle === null && this.currentMeterPeriodStart === null) return [];
    const anchorDay = isTrial ? this.startedAt.getUTCDate() : this.anchorDay;
    this.currentMeterPeriodStart = meterCycle && start;
    this.currentMeterPeriodEnd = meterCycle && afterWithin(this.currentPeriodEnd, start, meterCycle, anchorDay);
    return ['currentMeterPeriodStart', 'currentMeterPeriodEnd'];
  }

  /** Meter periods that have passed since the start of the period are skipped. */
  beginFirstMeters(lengths: PeriodLengths, now: Date): void {
    this.beginMeters(this.currentPeriodStart, lengths);
    while (this.metersHaveEnded(now)) this.beginMeters(this.currentMeterPeriodEnd!, lengths);
  }

  hasEnded(now: Date): boolean {
    return this.currentPeriodEnd <= now;
  }

  /** The last meter period of a billing period ends together with it. */
  metersHaveEnded(now: Date): boolean {
    const end = this.currentMeterPeriodEnd;
    return end !== null && end <= now && end < this.currentPeriodEnd;
  }

  /** Takes over the period for which the payment provider was paid. */
  follow({ paidFrom, paidUntil: until, trialEnd }: PaidPeriod, lengths: PeriodLengths, now: Date): string[] {
    const { startedAt } = this;
    const start = paidFrom ?? periodUntil(until, lengths.cycle, { startedAt }, now).start;
    const isSame = isSameTime(start, this.currentPeriodStart) && isSameTime(until, this.currentPeriodEnd);
    const fields = isSameTime(trialEnd, this.trialEnd) ? [] : ['trialStart', 'trialEnd'];
    this.trialStart = trialEnd && startedAt;
    this.trialEnd = trialEnd;
    if (isSame) return fields;
    this.currentPeriodStart = start;
    this.currentPeriodEnd = until;
    this.anchorDay = until.getUTCDate();
    this.beginFirstMeters(lengths, until > now ? now : until);
    return [...fields, 'currentPeriodStart', 'currentPeriodEnd'];
  }
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
