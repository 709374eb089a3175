export {
  AlreadyProcessed,
  asAlreadyProcessed,
  asBulkWork,
  caused,
  type CausedEvent,
  type EventTaker,
  leaveEventsTo,
  isBulkWork,
  whileProcessing,
  type ProcessingEvent,
  claimProcessingEvent,
  returnProcessingEvent,
  insertProcessed,
} from './event-context.ts';
export {
  hasEventsAfter,
  hasOpenEvents,
  insertEvents,
  lastEventId,
  MOST_EVENTS_OF_INTERACTIVE_CHANGE,
  publication,
  recordEvents,
} from './outbox.ts';
export { type EventActor, OUTBOX_COLUMNS, type OutboxRow } from './outbox-row.ts';
