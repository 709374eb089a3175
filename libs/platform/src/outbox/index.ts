export { AlreadyProcessed, because, type Cause, causeToNote, noteCauses } from './cause.ts';
export { insertEvents, recordEvents } from './outbox.ts';
