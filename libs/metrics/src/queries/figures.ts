/** What the sources say about one interval. Money is in minor units of the chosen currency. */
export interface Figures {
  readonly orders: number;
  /** Customers whose first order this is. */
  readonly newCustomers: number;
  /** Orders in the currency. */
  readonly currencyOrders: number;
  readonly revenue: number;
  readonly netRevenue: number;
  readonly cumulativeRevenue: number;
  readonly netCumulativeRevenue: number;
  readonly oneTimeOrders: number;
  readonly oneTimeRevenue: number;
  readonly oneTimeNetRevenue: number;
  readonly startedRevenue: number;
  readonly startedNetRevenue: number;
  readonly renewed: number;
  readonly renewedRevenue: number;
  readonly renewedNetRevenue: number;
  /** At the end of the interval, as are all figures of subscriptions that are not about an event. */
  readonly active: number;
  readonly committed: number;
  readonly monthly: number;
  readonly committedMonthly: number;
  readonly trialMonthly: number;
  readonly trialCommittedMonthly: number;
  readonly subscribers: number;
  readonly started: number;
  readonly canceled: number;
  /** The number of cancellations by reason. Those without one count as `other`. */
  readonly canceledBy: Readonly<Record<string, number>>;
  readonly ended: number;
  /** Customers whose last subscription is not active any more. */
  readonly lostCustomers: number;
  readonly seats: number;
  readonly claimedSeats: number;
  readonly seatCustomers: number;
  readonly newSeatCustomers: number;
  readonly lostSeatCustomers: number;
  readonly costs: number;
  readonly cumulativeCosts: number;
  readonly users: number;
}

export const noFigures = (): Figures => ({
  orders: 0,
  newCustomers: 0,
  currencyOrders: 0,
  revenue: 0,
  netRevenue: 0,
  cumulativeRevenue: 0,
  netCumulativeRevenue: 0,
  oneTimeOrders: 0,
  oneTimeRevenue: 0,
  oneTimeNetRevenue: 0,
  startedRevenue: 0,
  startedNetRevenue: 0,
  renewed: 0,
  renewedRevenue: 0,
  renewedNetRevenue: 0,
  active: 0,
  committed: 0,
  monthly: 0,
  committedMonthly: 0,
  trialMonthly: 0,
  trialCommittedMonthly: 0,
  subscribers: 0,
  started: 0,
  canceled: 0,
  canceledBy: {},
  ended: 0,
  lostCustomers: 0,
  seats: 0,
  claimedSeats: 0,
  seatCustomers: 0,
  newSeatCustomers: 0,
  lostSeatCustomers: 0,
  costs: 0,
  cumulativeCosts: 0,
  users: 0,
});

/** What has to be read. What is not needed is not read. */
export type Need =
  | 'orders'
  | 'earlier orders'
  | 'first orders'
  | 'renewals'
  | 'subscriptions'
  | 'subscribers'
  | 'lost customers'
  | 'seats'
  | 'seat customers'
  | 'users'
  | 'costs'
  | 'earlier costs';
