import type { MetricGroup } from './filters.ts';

/** The metrics that are never negative, since columns begin at zero. */
export const METRICS = {
  revenue: ['revenue', 'net_revenue', 'orders', 'average_order_value', 'new_customers'],
  recurring: [
    'monthly_recurring_revenue',
    'annual_recurring_revenue',
    'active_subscriptions',
    'new_subscriptions',
    'average_revenue_per_user',
  ],
  churn: ['churn_rate', 'canceled_subscriptions', 'churned_subscriptions', 'lost_customers', 'ltv'],
  seats: ['seats_total', 'seats_claimed', 'seat_utilization_rate'],
  usage: ['active_user_by_event', 'costs', 'cost_per_user'],
} as const satisfies Readonly<Record<MetricGroup, readonly string[]>>;

/** The metrics whose value of the whole time is that of its last interval. */
export const LAST_COUNTS: readonly string[] = [
  ...METRICS.recurring.filter((metric) => metric !== 'new_subscriptions'),
  ...METRICS.seats,
  'churn_rate',
  'ltv',
];

export type ChartMetric = (typeof METRICS)[MetricGroup][number];

/** The metrics of all groups, in their order. */
export const ALL_METRICS: readonly ChartMetric[] = Object.values(METRICS).flat();

export const isChartMetric = (metric: string): metric is ChartMetric => ALL_METRICS.some((each) => each === metric);
