import { dayOf } from '../../../../libs/support/src/days/days.ts';
import { type Currency, CURRENCIES } from '../currencies.ts';
import { oneIn, type Search } from '../search-parameters.ts';

export const OVERVIEW_PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];

/** What the address of the overview says. */
interface OverviewSearch {
  readonly period?: OverviewPeriod;
  /** The currency of all amounts, if it is not the one of the organization. */
  readonly currency?: Currency;
}

export const readOverviewSearch = (search: Search): OverviewSearch => ({
  period: oneIn(OVERVIEW_PERIODS, search['period']),
  currency: oneIn(CURRENCIES, search['currency']),
});

const DAYS: Readonly<Record<OverviewPeriod, number>> = { week: 7, month: 30, quarter: 91, year: 365 };
const DAY_MS = 86_400_000;

/** The first and the last day of a range. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days up to today in a time zone, and as many before them. */
export function daysOf(
  period: OverviewPeriod,
  timeZone: string,
  now = new Date(),
): { readonly current: Days; readonly previous: Days } {
  const today = dayOf(now.toISOString(), timeZone);
  const before = (days: number): string => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, today.length);
  const count = DAYS[period];
  return {
    current: { from: before(count - 1), to: today },
    previous: { from: before(2 * count - 1), to: before(count) },
  };
}
