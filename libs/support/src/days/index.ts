export { endOfDay, isDay, isoTimeIn, UNKNOWN_TIME_ZONE } from './days.ts';
export { isoTime } from './iso-time.ts';
