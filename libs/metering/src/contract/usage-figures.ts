/**
 * A database view that the context metrics reads in SQL: every ingested event with `organization_id`, `timestamp`, `ingested_at`,
 * `user_id` (whoever it is about, known customer or not), `customer_id`, `metadata`, `cost` in cents, and its position `seq`.
 */
export const USAGE_FIGURES = 'metering.usage_figures';

/** The same events that have a `cost`, without whom they are about: `organization_id`, `timestamp`, `ingested_at`, `seq` and `cost`. */
export const COST_FIGURES = 'metering.cost_figures';

/** Up to which position (`summed_to`) events are in `COST_ROLLUPS` and `ACTIVE_USERS`. Those after it have to be added. */
export const USAGE_SUMMING = 'metering.usage_summing';

/** The sums of `cost` by `organization_id` and quarter of an hour (`bucket`), in several rows that have to be added up. */
export const COST_ROLLUPS = 'metering.cost_rollups';

/** Each `user_id` with events on a `day` in UTC, by `organization_id`, in one row or several. */
export const ACTIVE_USERS = 'metering.active_users';
