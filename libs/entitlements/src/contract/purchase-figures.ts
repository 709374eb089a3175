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
