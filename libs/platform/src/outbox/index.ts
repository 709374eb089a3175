export { AlreadyProcessed, whileProcessing, type ProcessingEvent, claimProcessingEvent, markProcessed } from './event-context.ts';
export { insertEvents, lastEventId, recordEvents } from './outbox.ts';
