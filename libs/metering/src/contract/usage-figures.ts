/**
 * A database view that the context metrics reads in SQL: every ingested event with `organization_id`, `timestamp`, `ingested_at`,
 * `user_id` (whoever it is about, known customer or not), `customer_id`, `metadata` and `cost` in cents.
 */
export const USAGE_FIGURES = 'metering.usage_figures';
