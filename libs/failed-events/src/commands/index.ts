export { RetryFailedEventHandler } from './retry-failed-event.ts';
export { RetryFailedEventsHandler } from './retry-failed-events.ts';
