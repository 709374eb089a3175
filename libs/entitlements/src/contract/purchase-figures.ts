/**
 * Database views that the context metrics reads in SQL. Every order that was paid, also if it was refunded since, with the time of the
 * purchase and the beginning of the subscription that it pays for: `id`, `organization_id`, `customer_id`, `product_id`,
 * `further_product_ids`, `subscription_id`, `metadata`, `purchased_at`, `subscription_started_at`, `currency`, `amount` and
 * `refunded_amount` without tax.
 */
export const ORDER_FIGURES = 'entitlements.order_figures';

/**
 * Every subscription: `id`, `organization_id`, `customer_id`, `product_id`, `metadata`, `currency`, `monthly_amount`, `started_at`,
 * `trial_end`, `ended_at`, `canceled_at`, `cancellation_reason`, `inactive_at` (its end, the beginning of its pause, or its scheduled
 * end), `is_ending` (whether an end is scheduled).
 */
export const SUBSCRIPTION_FIGURES = 'entitlements.subscription_figures';

/**
 * Sums of `ORDER_FIGURES`: `orders`, `amount` and `net_amount` (without what was refunded) by `organization_id`, `product_id`, `currency` and
 * `is_recurring` (whether the orders pay for subscriptions), in three forms. Rows of the `grain` `quarter` are of the quarter of an hour that
 * begins with `start`, those of `day` of the `day` in UTC. Rows of the grain `change` have to be added to those of either form.
 */
export const ORDER_ROLLUPS = 'entitlements.rolled_orders';

/**
 * What changes in `SUBSCRIPTION_FIGURES` by time, in the same forms as `ORDER_ROLLUPS`, by `currency`, `is_ending` and `reason` (of
 * cancellations): how many more are `active`, how much more they bring a month (`monthly_amount`, in the trial `trial_monthly_amount`), and how
 * many `started`, `ended` and were `canceled`.
 */
export const SUBSCRIPTION_ROLLUPS = 'entitlements.rolled_subscriptions';

/** The `organization_id` of each organization whose sums are being made: its figures are in rows only. */
export const UNROLLED_ORGANIZATIONS = 'entitlements.unrolled_organizations';

/** The `product_id` of the sums of all products. An order of several products is in the sums of each of them. */
export const ALL_PRODUCTS = '00000000-0000-0000-0000-000000000000';
