import { daysAfter } from './interval.ts';

/** How much later than the end of a period its renewal may be reported. Providers collect payments some hours after it. */
const RENEWAL_LEEWAY_DAYS = 1;

/** A subscription that will end with its period is not renewed. */
export const renewalDueAfter = (periodEnd: Date, endsWithPeriod: boolean): Date =>
  endsWithPeriod ? periodEnd : daysAfter(periodEnd, RENEWAL_LEEWAY_DAYS);
