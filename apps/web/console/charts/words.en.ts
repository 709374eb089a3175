import type { ChartInterval, MetricGroup, UseGroup, UsesBy } from './filters.ts';
import type { ChartMetric } from './metrics.ts';

interface MetricWords {
  readonly name: string;
  /** As in docs/metrics.md. */
  readonly definition: string;
}

const groups: Readonly<Record<MetricGroup | UseGroup, string>> = {
  revenue: 'Revenue',
  recurring: 'Recurring revenue',
  churn: 'Churn and retention',
  seats: 'Seats',
  usage: 'Usage and costs',
  validations: 'Validations',
  activations: 'Activations',
  refusals: 'Refusals',
};
const intervals: Readonly<Record<ChartInterval, string>> = { day: 'By day', week: 'By week', month: 'By month' };
const metrics: Readonly<Record<ChartMetric, MetricWords>> = {
  revenue: { name: 'Revenue', definition: 'The amounts of the orders that were paid, also if they were refunded since.' },
  net_revenue: {
    name: 'Revenue less refunds',
    definition: 'The same minus what was refunded of these orders, whenever that was. Fees are not deducted.',
  },
  orders: { name: 'Orders', definition: 'How many orders were paid, in every currency, also if they were refunded since.' },
  average_order_value: {
    name: 'Average order',
    definition: 'Revenue divided by the number of orders in the currency, rounded up.',
  },
  new_customers: { name: 'New customers', definition: 'Customers with their first order.' },
  monthly_recurring_revenue: {
    name: 'Monthly recurring revenue',
    definition:
      'What active subscriptions whose trial is over bring in a month, at the end of the interval: the amount × 30 by the day, × 4 by the week, ÷ 12 by the year. The amounts are those of now.',
  },
  annual_recurring_revenue: { name: 'Annual recurring revenue', definition: '12 times the monthly recurring revenue.' },
  active_subscriptions: {
    name: 'Active subscriptions',
    definition: 'Subscriptions that are active at the end of the interval, with trials and those whose payment is overdue.',
  },
  new_subscriptions: { name: 'New subscriptions', definition: 'Subscriptions that started.' },
  average_revenue_per_user: {
    name: 'Average revenue per customer',
    definition: 'Monthly recurring revenue divided by the number of customers with an active subscription.',
  },
  churn_rate: {
    name: 'Churn rate',
    definition: 'Subscriptions that were canceled, divided by those that were active at the beginning of the interval.',
  },
  canceled_subscriptions: {
    name: 'Cancellations',
    definition: 'Subscriptions that were canceled. A cancellation that was taken back does not count.',
  },
  churned_subscriptions: { name: 'Ended subscriptions', definition: 'Subscriptions that ended.' },
  lost_customers: { name: 'Lost customers', definition: 'Customers whose last subscription is not active any more.' },
  ltv: {
    name: 'Lifetime value',
    definition: 'Average revenue per customer minus costs per user, divided by the churn rate; 0 where nobody canceled.',
  },
  seats_total: { name: 'Seats', definition: 'Seats that are assigned at the end of the interval.' },
  seats_claimed: { name: 'Claimed seats', definition: 'Assigned seats whose holder has accepted them.' },
  seat_utilization_rate: { name: 'Share of claimed seats', definition: 'Claimed seats divided by assigned ones.' },
  active_user_by_event: {
    name: 'Active users',
    definition:
      'Customers, or external IDs that no customer has yet, with a usage event in the interval. The total counts each once.',
  },
  costs: { name: 'Costs', definition: 'The sum of _cost.amount of usage events, in US dollars; 0 in another currency.' },
  cost_per_user: { name: 'Costs per user', definition: 'Costs divided by active users.' },
};

const uses: Readonly<Record<UseGroup, MetricWords>> = {
  validations: {
    name: 'Validations',
    definition: 'Validations of license keys that succeeded, without dry runs. They are counted by the hour.',
  },
  activations: {
    name: 'Activations',
    definition:
      'Activations that succeeded, also of devices that were activated before, without dry runs. They are counted by the hour.',
  },
  refusals: {
    name: 'Refusals',
    definition:
      'Validations, activations, heartbeats and leases that a license key refused, without dry runs. Keys that are unknown are not counted.',
  },
};
const usesBy: Readonly<Record<UsesBy, string>> = { version: 'Version', code: 'Reason', benefit: 'Benefit' };

export const chartsEn = {
  title: 'Charts',
  text: (currency: string) => `Amounts are without tax, and only those in ${currency}.`,
  group: 'Figures',
  groups,
  interval: 'Interval',
  intervals,
  everyCurrency: 'Show all currencies',
  from: 'From',
  to: 'To',
  time: 'Interval from',
  value: 'Value',
  last: 'In the last interval',
  definition: 'How it is counted',
  metrics,
  uses,
  by: 'A chart for each',
  usesBy,
  usesText: (since: string, most: number) =>
    `Known since ${since}. The ${most} most frequent have a chart, the 20 most frequent a column of the file.`,
  noVersion: 'Without a version',
};
