import type { EventsIn } from '#kernel';
import type * as events from '../domain/seat.events.ts';

/** The events that this context publishes. */
export type SeatsEvent = EventsIn<typeof events>;

export { SEAT_FIGURES } from './seat-figures.ts';
