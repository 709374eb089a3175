import { ValidationFailed } from '#kernel';
import { after, type Interval, afterWithin } from './interval.ts';
import { assertPast } from './purchase.ts';
import type { ProviderState } from './provider-renewal.ts';

/** When a subscription that was bought earlier started, and until when it is paid. */
export interface ReportedPeriod {
  readonly startedAt?: Date;
  readonly currentPeriodEnd?: Date;
}

/** The period that a new subscription is in. */
export interface CurrentPeriod {
  readonly startedAt: Date;
  /** `null` if there is no trial. */
  readonly trialEnd: Date | null;
  readonly start: Date;
  readonly end: Date;
  /** The day of the month on which periods start. */
  readonly anchorDay: number;
}

/** A period is not paid further ahead. */
const MAX_YEARS_AHEAD = 10;

/** Throws if the subscription starts in the future, or if its current period does not end in the next ten years. */
export function assertPeriod({ startedAt, currentPeriodEnd }: ReportedPeriod, now: Date): void {
  if (startedAt) assertPast('startedAt', startedAt, now);
  if (!currentPeriodEnd) return;
  if (currentPeriodEnd <= now) throw periodError('The current period has to end in the future.', currentPeriodEnd);
  if (currentPeriodEnd > after(now, { unit: 'year', count: MAX_YEARS_AHEAD })) {
    throw periodError(`The current period ends at most ${MAX_YEARS_AHEAD} years ahead.`, currentPeriodEnd);
  }
}

const periodError = (message: string, end: Date) => ValidationFailed.at(['currentPeriodEnd'], message, end);

/** A period whose end is reported is paid, so there is no trial. Periods that have passed since the start are skipped. */
export function currentPeriod(recurring: Interval, trial: Interval | null, reported: ReportedPeriod, now: Date): CurrentPeriod {
  const startedAt = reported.startedAt ?? now;
  if (reported.currentPeriodEnd)
    return { startedAt, trialEnd: null, ...periodUntil(reported.currentPeriodEnd, recurring, reported, now) };
  const trialEnd = trial && after(startedAt, trial);
  const firstPaid = trialEnd ?? startedAt;
  const anchorDay = firstPaid.getUTCDate();
  if (trialEnd && trialEnd > now) return { startedAt, trialEnd, start: startedAt, end: trialEnd, anchorDay };
  let start = firstPaid;
  for (let end = after(start, recurring, anchorDay); end <= now; end = after(start, recurring, anchorDay)) start = end;
  return { startedAt, trialEnd, start, end: after(start, recurring, anchorDay), anchorDay };
}

/** The start is found by going back from the end, but not before the start of the subscription. */
export function periodUntil(end: Date, recurring: Interval, { startedAt }: ReportedPeriod, now: Date) {
  const isLastOfMonth = after(end, { unit: 'day', count: 1 }).getUTCDate() === 1;
  const anchorDay = startedAt && isLastOfMonth ? Math.max(startedAt.getUTCDate(), end.getUTCDate()) : end.getUTCDate();
  const back = { unit: recurring.unit, count: -recurring.count };
  let start = after(end, back, anchorDay);
  while (start > now) start = after(start, back, anchorDay);
  return { start: startedAt && startedAt > start ? startedAt : start, end, anchorDay };
}

export function assertFuture(field: string, end: Date, now: Date): void {
  if (end <= now) throw ValidationFailed.at([field], 'Input should be in the future', end, 'datetime_future');
}

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
