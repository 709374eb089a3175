export {
  AlreadyProcessed,
  asAlreadyProcessed,
  asBulkWork,
  isBulkWork,
  whileProcessing,
  type ProcessingEvent,
  claimProcessingEvent,
  insertProcessed,
} from './event-context.ts';
export type { EventActor } from './event-origins.ts';
export {
  hasEventsAfter,
  hasOpenEvents,
  insertEvents,
  lastEventId,
  MOST_EVENTS_OF_INTERACTIVE_CHANGE,
  recordEvents,
} from './outbox.ts';
