export { GetFailedEventHandler } from './get-failed-event.ts';
export { ListFailedEventsHandler } from './list-failed-events.ts';
