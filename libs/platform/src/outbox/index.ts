export { AlreadyProcessed, whileProcessing, type ProcessingEvent, claimProcessingEvent, markProcessed } from './event-context.ts';
export { insertEvents, recordEvents } from './outbox.ts';
