import type { EventsIn } from '#kernel';
import type * as events from '../domain/release.events.ts';

/** The events that this context publishes. */
export type ReleasesEvent = EventsIn<typeof events>;
