export {
  AlreadyProcessed,
  asAlreadyProcessed,
  asBulkWork,
  caused,
  type CausedEvent,
  isBulkWork,
  whileProcessing,
  type ProcessingEvent,
  claimProcessingEvent,
  type EventActor,
  insertProcessed,
} from './event-context.ts';
export {
  hasEventsAfter,
  hasOpenEvents,
  insertEvents,
  lastEventId,
  MOST_EVENTS_OF_INTERACTIVE_CHANGE,
  recordEvents,
} from './outbox.ts';
