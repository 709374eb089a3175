export { insertEvents, recordEvents } from './outbox.ts';
