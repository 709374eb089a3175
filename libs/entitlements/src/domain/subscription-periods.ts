import { type CurrentPeriod, periodUntil } from './billing-period.ts';
import { after, afterWithin, type Interval } from './interval.ts';
import type { ProviderState } from './provider-renewal.ts';

export interface SubscriptionPeriodsState {
  readonly startedAt: Date;
  trialStart: Date | null;
  trialEnd: Date | null;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** The day of the month on which periods start. */
  anchorDay: number;
  currentMeterPeriodStart: Date | null;
  currentMeterPeriodEnd: Date | null;
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
export class SubscriptionPeriods {
  constructor(private readonly state: SubscriptionPeriodsState) {}

  static of({ startedAt, trialEnd, start, end, anchorDay }: CurrentPeriod): SubscriptionPeriodsState {
    return {
      startedAt,
      trialStart: trialEnd && startedAt,
      trialEnd,
      currentPeriodStart: start,
      currentPeriodEnd: end,
      anchorDay,
      currentMeterPeriodStart: null,
      currentMeterPeriodEnd: null,
    };
  }

  begin(start: Date, lengths: PeriodLengths): string[] {
    this.state.currentPeriodStart = start;
    this.state.currentPeriodEnd = after(start, lengths.cycle, this.state.anchorDay);
    return ['currentPeriodStart', 'currentPeriodEnd', ...this.beginMeters(start, lengths)];
  }

  /** Begins a period, on whose day of the month later ones begin as well. */
  restart(start: Date, lengths: PeriodLengths): string[] {
    this.state.anchorDay = start.getUTCDate();
    return this.begin(start, lengths);
  }

  /** A trial moves with the period. Later periods begin on the same day of the month. */
  moveEnd(end: Date, lengths: PeriodLengths): string[] {
    this.state.currentPeriodEnd = end;
    this.state.anchorDay = end.getUTCDate();
    if (lengths.isTrial) this.state.trialEnd = end;
    const fields = ['currentPeriodEnd', ...(lengths.isTrial ? ['trialEnd'] : [])];
    return [
      ...fields,
      ...(this.state.currentMeterPeriodStart ? this.beginMeters(this.state.currentMeterPeriodStart, lengths) : []),
    ];
  }

  beginMeters(start: Date, { meterCycle, isTrial }: PeriodLengths): string[] {
    if (meterCycle === null && this.state.currentMeterPeriodStart === null) return [];
    const anchorDay = isTrial ? this.state.startedAt.getUTCDate() : this.state.anchorDay;
    this.state.currentMeterPeriodStart = meterCycle && start;
    this.state.currentMeterPeriodEnd = meterCycle && afterWithin(this.state.currentPeriodEnd, start, meterCycle, anchorDay);
    return ['currentMeterPeriodStart', 'currentMeterPeriodEnd'];
  }

  /** Meter periods that have passed since the start of the period are skipped. */
  beginFirstMeters(lengths: PeriodLengths, now: Date): void {
    this.beginMeters(this.state.currentPeriodStart, lengths);
    while (this.metersHaveEnded(now)) this.beginMeters(this.state.currentMeterPeriodEnd!, lengths);
  }

  hasEnded(now: Date): boolean {
    return this.state.currentPeriodEnd <= now;
  }

  /** The last meter period of a billing period ends together with it. */
  metersHaveEnded(now: Date): boolean {
    const end = this.state.currentMeterPeriodEnd;
    return end !== null && end <= now && end < this.state.currentPeriodEnd;
  }

  /** Takes over the period for which the payment provider was paid. */
  follow({ paidFrom, paidUntil: until, trialEnd }: PaidPeriod, lengths: PeriodLengths, now: Date): string[] {
    const { startedAt } = this.state;
    const start = paidFrom ?? periodUntil(until, lengths.cycle, { startedAt }, now).start;
    const isSame = isSameTime(start, this.state.currentPeriodStart) && isSameTime(until, this.state.currentPeriodEnd);
    const fields = isSameTime(trialEnd, this.state.trialEnd) ? [] : ['trialStart', 'trialEnd'];
    this.state.trialStart = trialEnd && startedAt;
    this.state.trialEnd = trialEnd;
    if (isSame) return fields;
    this.state.currentPeriodStart = start;
    this.state.currentPeriodEnd = until;
    this.state.anchorDay = until.getUTCDate();
    this.beginFirstMeters(lengths, until > now ? now : until);
    return [...fields, 'currentPeriodStart', 'currentPeriodEnd'];
  }
}

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
