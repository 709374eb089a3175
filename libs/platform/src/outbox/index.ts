export {
  AlreadyProcessed,
  asAlreadyProcessed,
  whileProcessing,
  type ProcessingEvent,
  claimProcessingEvent,
  insertProcessed,
} from './event-context.ts';
export { asBulkWork, isBulkWork } from './bulk-work.ts';
export {
  hasEventsAfter,
  hasOpenEvents,
  insertEvents,
  lastEventId,
  MOST_EVENTS_OF_INTERACTIVE_CHANGE,
  recordEvents,
} from './outbox.ts';
