import type { Figures, Need } from './figures.ts';

export const METRIC_TYPES = ['scalar', 'currency', 'currency_sub_cent', 'percentage'] as const;
type Type = (typeof METRIC_TYPES)[number];

type Compute = (figures: Figures) => number;

export interface MetricDefinition {
  readonly display_name: string;
  readonly type: Type;
  readonly needs: readonly Need[];
  readonly of: Compute;
  /** How the value of the whole range is found: the sum of the intervals, the value of the last one, or computed from the figures of the range. */
  readonly total: 'sum' | 'last' | Compute;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const metric = (
  display_name: string,
  type: Type,
  needs: readonly Need[],
  of: Compute,
  total: MetricDefinition['total'] = 'sum',
): MetricDefinition => ({ display_name, type, needs, of, total });

const ORDERS = ['orders'] as const;
const SINCE_BEGINNING = ['orders', 'earlier orders'] as const;
const FIRST_ORDERS = ['first orders'] as const;
const RENEWALS = ['renewals'] as const;
const SUBSCRIPTIONS = ['subscriptions'] as const;
const SUBSCRIBERS = ['subscribers'] as const;
const LOST_CUSTOMERS = ['lost customers'] as const;
const PER_SUBSCRIBER = [...SUBSCRIPTIONS, ...SUBSCRIBERS] as const;
const SEATS = ['seats'] as const;
const SEAT_CUSTOMERS = ['seats', 'seat customers'] as const;
const USERS = ['users'] as const;
const COSTS = ['costs'] as const;
const ALL_COSTS = ['costs', 'earlier costs'] as const;
const COSTS_OF_USERS = [...COSTS, ...USERS] as const;
const MARGIN = [...SINCE_BEGINNING, ...ALL_COSTS] as const;

const monthlyPerSubscriber: Compute = ({ monthly, subscribers }) => Math.round(ratio(monthly, subscribers));
const costPerUser: Compute = ({ costs, users }) => ratio(costs, users);
const churnRate: Compute = ({ active, started, ended, canceled }) => {
  const atBeginning = active - started + ended;
  return atBeginning > 0 ? canceled / atBeginning : 0;
};
const lifetimeValue: Compute = (figures) => {
  const rate = churnRate(figures);
  return rate === 0 ? 0 : Math.max(0, Math.floor((monthlyPerSubscriber(figures) - costPerUser(figures)) / rate));
};
const averageOrder: Compute = ({ revenue, currencyOrders }) => Math.ceil(ratio(revenue, currencyOrders));
const netAverageOrder: Compute = ({ netRevenue, currencyOrders }) => Math.ceil(ratio(netRevenue, currencyOrders));
const margin: Compute = ({ cumulativeRevenue, cumulativeCosts }) => cumulativeRevenue - cumulativeCosts;

const CANCELLATION_REASONS = {
  customer_service: 'Customer Service',
  low_quality: 'Low Quality',
  missing_features: 'Missing Features',
  switched_service: 'Switched Service',
  too_complex: 'Too Complex',
  too_expensive: 'Too Expensive',
  unused: 'Unused',
  other: 'Other',
} as const;
type CancellationSlug = `canceled_subscriptions_${keyof typeof CANCELLATION_REASONS}`;

const cancellations = Object.fromEntries(
  Object.entries(CANCELLATION_REASONS).map(([reason, name]) => [
    `canceled_subscriptions_${reason}`,
    metric(`Canceled Subscriptions - ${name}`, 'scalar', SUBSCRIPTIONS, ({ canceledBy }) => canceledBy[reason] ?? 0),
  ]),
) as Record<CancellationSlug, MetricDefinition>;

/** All metrics, by slug, in the order of responses. Definitions for people are in docs/metrics.md. */
export const METRICS = {
  active_subscriptions: metric('Active Subscriptions', 'scalar', SUBSCRIPTIONS, ({ active }) => active, 'last'),
  committed_subscriptions: metric('Committed Subscriptions', 'scalar', SUBSCRIPTIONS, ({ committed }) => committed, 'last'),
  monthly_recurring_revenue: metric('Monthly Recurring Revenue', 'currency', SUBSCRIPTIONS, ({ monthly }) => monthly, 'last'),
  trial_monthly_recurring_revenue: metric(
    'Trial Monthly Recurring Revenue',
    'currency',
    SUBSCRIPTIONS,
    ({ trialMonthly }) => trialMonthly,
    'last',
  ),
  committed_monthly_recurring_revenue: metric(
    'Committed Monthly Recurring Revenue',
    'currency',
    SUBSCRIPTIONS,
    ({ committedMonthly }) => committedMonthly,
    'last',
  ),
  trial_committed_monthly_recurring_revenue: metric(
    'Trial Committed Monthly Recurring Revenue',
    'currency',
    SUBSCRIPTIONS,
    ({ trialCommittedMonthly }) => trialCommittedMonthly,
    'last',
  ),
  average_revenue_per_user: metric('Average Revenue Per User', 'currency', PER_SUBSCRIBER, monthlyPerSubscriber, 'last'),
  checkouts: metric('Checkouts', 'scalar', [], () => 0),
  succeeded_checkouts: metric('Succeeded Checkouts', 'scalar', [], () => 0),
  churned_subscriptions: metric('Churned Subscriptions', 'scalar', SUBSCRIPTIONS, ({ ended }) => ended),
  churn_rate: metric('Churn Rate', 'percentage', SUBSCRIPTIONS, churnRate, 'last'),
  seats_total: metric('Total Seats', 'scalar', SEATS, ({ seats }) => seats, 'last'),
  seats_claimed: metric('Claimed Seats', 'scalar', SEATS, ({ claimedSeats }) => claimedSeats, 'last'),
  seats_pending: metric('Pending Seats', 'scalar', SEATS, ({ seats, claimedSeats }) => seats - claimedSeats, 'last'),
  seat_customers: metric('Seat Customers', 'scalar', SEAT_CUSTOMERS, ({ seatCustomers }) => seatCustomers, 'last'),
  new_seat_customers: metric('New Seat Customers', 'scalar', SEAT_CUSTOMERS, ({ newSeatCustomers }) => newSeatCustomers),
  churned_seat_customers: metric(
    'Churned Seat Customers',
    'scalar',
    SEAT_CUSTOMERS,
    ({ lostSeatCustomers }) => lostSeatCustomers,
  ),
  orders: metric('Orders', 'scalar', ORDERS, ({ orders }) => orders),
  revenue: metric('Revenue', 'currency', ORDERS, ({ revenue }) => revenue),
  net_revenue: metric('Net Revenue', 'currency', ORDERS, ({ netRevenue }) => netRevenue),
  cumulative_revenue: metric('Cumulative Revenue', 'currency', SINCE_BEGINNING, (of) => of.cumulativeRevenue, 'last'),
  net_cumulative_revenue: metric('Net Cumulative Revenue', 'currency', SINCE_BEGINNING, (of) => of.netCumulativeRevenue, 'last'),
  costs: metric('Costs', 'currency_sub_cent', COSTS, ({ costs }) => costs),
  cumulative_costs: metric('Cumulative Costs', 'currency_sub_cent', ALL_COSTS, ({ cumulativeCosts }) => cumulativeCosts, 'last'),
  average_order_value: metric('Average Order Value', 'currency', ORDERS, averageOrder, averageOrder),
  net_average_order_value: metric('Net Average Order Value', 'currency', ORDERS, netAverageOrder, netAverageOrder),
  cost_per_user: metric('Cost Per User', 'currency_sub_cent', COSTS_OF_USERS, costPerUser, costPerUser),
  active_user_by_event: metric(
    'Active User (By event)',
    'scalar',
    USERS,
    ({ users }) => users,
    ({ users }) => users,
  ),
  one_time_products: metric('One-Time Products', 'scalar', ORDERS, ({ oneTimeOrders }) => oneTimeOrders),
  one_time_products_revenue: metric('One-Time Products Revenue', 'currency', ORDERS, ({ oneTimeRevenue }) => oneTimeRevenue),
  one_time_products_net_revenue: metric('One-Time Products Net Revenue', 'currency', ORDERS, (of) => of.oneTimeNetRevenue),
  new_subscriptions: metric('New Subscriptions', 'scalar', SUBSCRIPTIONS, ({ started }) => started),
  new_subscriptions_revenue: metric('New Subscriptions Revenue', 'currency', RENEWALS, ({ startedRevenue }) => startedRevenue),
  new_subscriptions_net_revenue: metric('New Subscriptions Net Revenue', 'currency', RENEWALS, (of) => of.startedNetRevenue),
  renewed_subscriptions: metric('Renewed Subscriptions', 'scalar', RENEWALS, ({ renewed }) => renewed),
  renewed_subscriptions_revenue: metric(
    'Renewed Subscriptions Revenue',
    'currency',
    RENEWALS,
    ({ renewedRevenue }) => renewedRevenue,
  ),
  renewed_subscriptions_net_revenue: metric(
    'Renewed Subscriptions Net Revenue',
    'currency',
    RENEWALS,
    (of) => of.renewedNetRevenue,
  ),
  canceled_subscriptions: metric('Canceled Subscriptions', 'scalar', SUBSCRIPTIONS, ({ canceled }) => canceled),
  ...cancellations,
  annual_recurring_revenue: metric('Annual Recurring Revenue', 'currency', SUBSCRIPTIONS, ({ monthly }) => monthly * 12, 'last'),
  committed_annual_recurring_revenue: metric(
    'Committed Annual Recurring Revenue',
    'currency',
    SUBSCRIPTIONS,
    ({ committedMonthly }) => committedMonthly * 12,
    'last',
  ),
  checkouts_conversion: metric('Checkouts Conversion Rate', 'percentage', [], () => 0),
  ltv: metric('Lifetime Value', 'currency', [...PER_SUBSCRIBER, ...COSTS_OF_USERS], lifetimeValue, 'last'),
  gross_margin: metric('Gross Margin', 'currency', MARGIN, margin, 'last'),
  gross_margin_percentage: metric(
    'Gross Margin %',
    'percentage',
    MARGIN,
    (figures) => ratio(margin(figures), figures.cumulativeRevenue),
    'last',
  ),
  cashflow: metric('Cashflow', 'currency', [...ORDERS, ...COSTS], ({ revenue, costs }) => revenue - costs),
  average_seats_per_customer: metric(
    'Average Seats Per Customer',
    'scalar',
    SEAT_CUSTOMERS,
    ({ seats, seatCustomers }) => ratio(seats, seatCustomers),
    'last',
  ),
  seat_utilization_rate: metric(
    'Seat Utilization Rate',
    'percentage',
    SEATS,
    ({ seats, claimedSeats }) => ratio(claimedSeats, seats),
    'last',
  ),
  new_customers: metric('New Customers', 'scalar', FIRST_ORDERS, ({ newCustomers }) => newCustomers),
  lost_customers: metric('Lost Customers', 'scalar', LOST_CUSTOMERS, ({ lostCustomers }) => lostCustomers),
} as const satisfies Record<string, MetricDefinition>;

export type MetricSlug = keyof typeof METRICS;
export const METRIC_SLUGS = Object.keys(METRICS) as [MetricSlug, ...MetricSlug[]];

/** Costs have up to 12 decimal places; more are errors of floating-point numbers. */
const DECIMALS = 12;
export const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toFixed(DECIMALS)));
