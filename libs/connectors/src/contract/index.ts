import type { EventsIn } from '#kernel';
import type * as events from '../domain/connector.events.ts';

/** The events that this context publishes. */
export type ConnectorsEvent = EventsIn<typeof events>;
export { SearchUndelivered } from './search-undelivered.ts';
