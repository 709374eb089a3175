import {
  describeFields,
  type Infer,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timestamp,
} from '#platform/wire';
import { METRIC_SLUGS, METRIC_TYPES, METRICS, type MetricSlug } from './metric-catalogue.ts';

const fieldOf = <F>(make: () => F) => Object.fromEntries(METRIC_SLUGS.map((slug) => [slug, make()])) as Record<MetricSlug, F>;
const textsOf = (textOf: (name: string) => string) =>
  Object.fromEntries(METRIC_SLUGS.map((slug) => [slug, textOf(METRICS[slug].display_name)])) as Record<MetricSlug, string>;
const values = () => fieldOf(() => optional(nullable(number())));

const MetricView = object({ slug: text(), display_name: text(), type: oneOf(METRIC_TYPES) }, 'Metric', {
  slug: { text: 'The identifier of the metric.', example: 'revenue' },
  display_name: { text: 'The name of the metric for people.', example: 'Revenue' },
  type: 'The unit: a number, minor units of the currency, minor units with decimal places, or a share of 1.',
});

const PeriodView = object({ timestamp: timestamp(), ...values() }, 'MetricPeriod', {
  timestamp: 'The start of the interval.',
  ...textsOf((name) => `${name} of the interval. Missing if it was not asked for.`),
});

const TotalsView = object(
  values(),
  'MetricsTotals',
  textsOf((name) => `${name} of the whole range. Missing if it was not asked for.`),
);

const MetricsInfoView = object(
  fieldOf(() => optional(nullable(MetricView))),
  'Metrics',
  textsOf((name) => `About the metric ${name}. Missing if it was not asked for.`),
);

export const MetricsView = object(
  { periods: list(PeriodView), totals: TotalsView, metrics: MetricsInfoView, currency: text() },
  'MetricsResponse',
  {
    periods: 'The metrics of every interval, in order.',
    totals: 'The metrics of the whole range.',
    metrics: 'What the metrics are.',
    currency: { text: 'The currency of all amounts (ISO 4217, lower case).', example: 'usd' },
  },
);
export type MetricsView = Infer<typeof MetricsView>;
export type MetricValues = Partial<Record<MetricSlug, number>>;

const LimitView = object(
  describeFields(
    { min_days: integer({ ge: 0 }), max_days: integer({ ge: 0 }) },
    {
      min_days: 'The minimum number of days in a range.',
      max_days: 'The maximum number of days between the start date and the end date.',
    },
  ),
  'MetricsIntervalLimit',
);

export const MetricsLimitsView = object(
  {
    min_date: text(),
    intervals: object(
      { hour: LimitView, day: LimitView, week: LimitView, month: LimitView, year: LimitView },
      'MetricsIntervalsLimits',
      {
        hour: 'The limits of hours.',
        day: 'The limits of days.',
        week: 'The limits of weeks.',
        month: 'The limits of months.',
        year: 'The limits of years.',
      },
    ),
  },
  'MetricsLimits',
  {
    min_date: { text: 'The first day of which there are metrics.', example: '2000-01-01' },
    intervals: 'The limits of each interval.',
  },
);
export type MetricsLimitsView = Infer<typeof MetricsLimitsView>;
