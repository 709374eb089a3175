/** How long a key of a benefit is valid. */
export interface Lifetime {
  readonly ttl: number;
  readonly timeframe: 'year' | 'month' | 'day';
}

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Calendar arithmetic in UTC: a month after 31 January is the last day of February. */
export function expiryAfter(start: Date, { ttl, timeframe }: Lifetime): Date {
  const months = timeframe === 'year' ? ttl * 12 : timeframe === 'month' ? ttl : 0;
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const day = Math.min(start.getUTCDate(), lastDayOf(first.getUTCFullYear(), first.getUTCMonth()));
  first.setUTCDate(timeframe === 'day' ? day + ttl : day);
  return first;
}
