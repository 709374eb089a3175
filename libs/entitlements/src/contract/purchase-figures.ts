/** Database views that the context metrics reads in SQL. */
export const PURCHASE_FIGURES = {
  /**
   * Every order that was paid, also if it was refunded since, with the time of the purchase and the beginning of the subscription that it
   * pays for: `id`, `organization_id`, `customer_id`, `product_id`, `further_product_ids`, `subscription_id`, `metadata`, `purchased_at`,
   * `subscription_started_at`, `currency`, `amount` and `refunded_amount` without tax.
   */
  orders: 'entitlements.order_figures',
  /**
   * Every subscription: `id`, `organization_id`, `customer_id`, `product_id`, `metadata`, `currency`, `monthly_amount`, `started_at`,
   * `trial_end`, `ended_at`, `canceled_at`, `cancellation_reason`, `inactive_at` (its end, the beginning of its pause, or its scheduled
   * end), `is_ending` (whether an end is scheduled).
   */
  subscriptions: 'entitlements.subscription_figures',
  /**
   * Sums of `orders`: `orders`, `amount` and `net_amount` (without what was refunded) by `organization_id`, `product_id`, `currency` and
   * `is_recurring` (whether the orders pay for subscriptions), in three forms. Rows of the `grain` `quarter` are of the quarter of an hour
   * that begins with `start`, those of `day` of the `day` in UTC. Rows of the grain `change` have to be added to those of either form.
   */
  orderRollups: 'entitlements.rolled_orders',
  /**
   * What changes in `subscriptions` by time, in the same forms as `orderRollups`, by `currency`, `is_ending` and `reason` (of
   * cancellations): how many more are `active`, how much more they bring a month (`monthly_amount`, in the trial `trial_monthly_amount`),
   * and how many `started`, `ended` and were `canceled`.
   */
  subscriptionRollups: 'entitlements.rolled_subscriptions',
  /**
   * Sums of orders of subscriptions, which tell new subscriptions from renewed ones in all intervals of up to a month, in the same forms as `orderRollups`. A
   * row counts in the interval that contains both `since` and `start`, if one does: of orders of subscriptions that began in it, `amount` and
   * `net_amount`; `repeated` orders, of subscriptions that began in it or have another order in it. Amounts have their `currency`; numbers
   * have none. `since_day` is to `since` what `day` is to `start`.
   */
  renewalRollups: 'entitlements.rolled_renewals',
  /**
   * The `reach` of a row of `renewalRollups`: by how many days its times are apart at most. Both are in one quarter of an hour if it is 0;
   * otherwise they are further apart than the reach before says, but for the first two. Times that are further apart are in no row.
   */
  renewalReaches: [0, 2, 8, 32],
  /**
   * Sums of customers, in the same forms as `orderRollups`, by `kind`: how many `customers` bought for the first time (`first one_time` if
   * the order pays for no subscription, else `first recurring`), how many of them bought the other for the first time (`later recurring`,
   * `later one_time`), and how many more have an active subscription (`subscriber`). Those of a product know purchases of it only.
   */
  customerRollups: 'entitlements.rolled_customers',
  /** The `organization_id` of each organization whose sums of customers are being made. */
  unrolledCustomers: 'entitlements.unrolled_customers',
  /** The `organization_id` of each organization whose sums of renewals are being made. */
  unrolledRenewals: 'entitlements.unrolled_renewals',
  /** The `organization_id` of each organization whose sums are being made: its figures are in rows only. */
  unrolledOrganizations: 'entitlements.unrolled_organizations',
  /** The `product_id` of the sums of all products. An order of several products is in the sums of each of them. */
  allProducts: '00000000-0000-0000-0000-000000000000',
} as const;
