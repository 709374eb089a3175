import { expiryAfter } from './calendar.ts';

export type Unit = 'day' | 'week' | 'month' | 'year';

interface Every {
  readonly every: Unit;
}

/** Both are boundaries: the end belongs to the next period. Times are ISO texts: it is stored as JSON. */
export interface Period {
  readonly startedAt: string;
  readonly endsAt: string;
}

const APPROXIMATE_DAYS: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 };
const DAY_MS = 86_400_000;

const boundary = (anchor: Date, every: Unit, n: number): Date =>
  every === 'week' ? expiryAfter(anchor, { ttl: 7 * n, timeframe: 'day' }) : expiryAfter(anchor, { ttl: n, timeframe: every });

/** How many periods ended before the one that contains a time. Periods count from the anchor, by the calendar in UTC. */
export function numberOfPeriod({ every }: Every, anchor: Date, now: Date): number {
  let n = Math.max(0, Math.floor((now.getTime() - anchor.getTime()) / (APPROXIMATE_DAYS[every] * DAY_MS)));
  while (boundary(anchor, every, n + 1) <= now) n++;
  return n;
}

/** The period that contains a time. */
export function periodAt({ every }: Every, anchor: Date, now: Date): Period {
  const n = numberOfPeriod({ every }, anchor, now);
  return { startedAt: boundary(anchor, every, n).toISOString(), endsAt: boundary(anchor, every, n + 1).toISOString() };
}
