export { AlreadyProcessed, whileProcessing, type ProcessingEvent, claimProcessingEvent, markProcessed } from './event-context.ts';
export { asBulkWork, isBulkWork } from './bulk-work.ts';
export { insertEvents, lastEventId, recordEvents } from './outbox.ts';
