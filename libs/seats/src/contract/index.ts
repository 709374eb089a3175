import type { EventsIn } from '#kernel';
import type * as events from '../domain/seat.events.ts';

/** The events that this context publishes. */
export type SeatsEvent = EventsIn<typeof events>;

/**
 * A database view that the context metrics reads in SQL: every seat that was ever assigned, with `organization_id`, `customer_id` of the
 * buyer, `subscription_id` or `order_id`, `created_at`, `claimed_at` and `revoked_at`.
 */
export const SEAT_FIGURES = 'seats.seat_figures';
