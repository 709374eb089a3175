import { type Currency, CURRENCIES } from '../currencies.ts';
import { dayIn, oneIn, type Search } from '../search-parameters.ts';

export const METRIC_GROUPS = ['revenue', 'recurring', 'churn', 'seats', 'usage'] as const;
export type MetricGroup = (typeof METRIC_GROUPS)[number];

/** What license keys are used for. */
export const USE_GROUPS = ['validations', 'activations', 'refusals'] as const;
export type UseGroup = (typeof USE_GROUPS)[number];
export const USES_BY = ['version', 'code', 'benefit'] as const;
export type UsesBy = (typeof USES_BY)[number];

export const CHART_INTERVALS = ['day', 'week', 'month'] as const;
export type ChartInterval = (typeof CHART_INTERVALS)[number];

/** What the address of charts says of their time. */
export interface TimeSearch {
  /** The first and the last day, in the time zone of the organization. */
  readonly from?: string;
  readonly to?: string;
  readonly interval?: ChartInterval;
  /** The currency of all amounts, if it is not the one of the organization. */
  readonly currency?: Currency;
}

/** What the address of the charts says. */
export interface ChartsSearch extends TimeSearch {
  readonly group?: MetricGroup | UseGroup;
  /** What uses are grouped by. */
  readonly by?: UsesBy;
}

export const readTimeSearch = (search: Search): TimeSearch => ({
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  interval: oneIn(CHART_INTERVALS, search['interval']),
  currency: oneIn(CURRENCIES, search['currency']),
});

export const readChartsSearch = (search: Search): ChartsSearch => ({
  group: oneIn([...METRIC_GROUPS, ...USE_GROUPS], search['group']),
  by: oneIn(USES_BY, search['by']),
  ...readTimeSearch(search),
});
