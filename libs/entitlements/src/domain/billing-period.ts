import { ValidationFailed } from '#kernel';
import { after, type Interval } from './interval.ts';
import { assertPast } from './purchase.ts';

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
